package java.lang;

/** A trace or a value grew past its limit. */
final class RetakeTooLarge extends RuntimeException {
    private static final long serialVersionUID = 1;

    RetakeTooLarge() {
        super("larger than the limit", null, false, false);
    }
}
