package app;

/** Always there. */
public class Present {
    private final String text;

    Present(String text) { this.text = text; }

    String use() { return text + "+"; }

    @Override
    public String toString() { return text; }
}
