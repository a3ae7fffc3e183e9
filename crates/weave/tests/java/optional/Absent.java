package app;

/** Deleted before the program runs. */
public class Absent extends Present {
    Absent() { super("absent"); }

    static Absent make() { return new Absent(); }

    String use(String text) { return text; }
}
