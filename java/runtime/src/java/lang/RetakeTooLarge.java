package java.lang;

/** A trace or a value grew past its limit. */
final class RetakeTooLarge extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Whether all traces together have no more room, however small this one is. */
    final boolean full;

    RetakeTooLarge(boolean full) {
        super("larger than the limit", null, false, false);
        this.full = full;
    }
}
