package app;

/** Deleted before the program runs. */
public class Absent {
    static Absent make() { return new Absent(); }

    String use(String text) { return text; }
}
