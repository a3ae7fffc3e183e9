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

    static void section(String name, Do act) {
        System.out.println("== " + name);
        try {
            act.run();
        } catch (Throwable e) {
            System.out.println("left by " + e + (e.getCause() == null ? "" : " of " + e.getCause()));
        }
    }

    public static void main(String[] args) {
        section("Bodies", () -> Bodies.run());
        section("Constructors", () -> Constructors.run());
        section("Calls", () -> Calls.run());
        section("Values", () -> Values.run());
        section("Generic", () -> Generic.run());
    }
}
