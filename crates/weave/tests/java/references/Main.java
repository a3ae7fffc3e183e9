package app;

/** Runs everything. */
public final class Main {
    interface Do {
        void run() throws Exception;
    }

    static void expect(Do act) {
        try {
            act.run();
            System.out.println("no exception");
        } catch (Exception e) {
            System.out.println("caught " + e.getClass().getName());
        }
    }

    public static void main(String[] args) throws Exception {
        References.run();
    }
}
