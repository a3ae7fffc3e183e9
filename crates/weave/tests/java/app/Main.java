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
        } catch (Throwable e) {
            // What a NullPointerException says differs between releases.
            String text = e instanceof NullPointerException ? e.getClass().getName() : e.toString();
            System.out.println("caught " + text + (e.getCause() == null ? "" : " of " + e.getCause()));
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println("== Bodies");
        Bodies.run();
        System.out.println("== Constructors");
        Constructors.run();
        System.out.println("== Calls");
        Calls.run();
        System.out.println("== Values");
        Values.run();
        System.out.println("== Generic");
        Generic.run();
    }
}
