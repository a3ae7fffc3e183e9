package java.lang;

/**
 * What runs behind an operator that takes in what several threads emit. Whoever comes last drives it on, but never two at a
 * time, so it is one branch: its name is given where the operator is made, whoever works there.
 */
final class RetakeRegion extends java.lang.ref.WeakReference<Object> {
    final RetakeBranch parent;
    /** Its place among what the parent handed over. */
    final int ordinal;
    /** Whether what comes in has no order of its own. */
    final boolean bag;
    /** Null until somebody has come; the trace's lock guards it. */
    RetakeBranch branch;
    /** In the table. */
    final int hash;
    RetakeRegion next;

    RetakeRegion(Object operator, int hash, RetakeBranch parent, boolean bag) {
        super(operator);
        this.hash = hash;
        this.parent = parent;
        this.ordinal = parent.trace.ordinal(parent);
        this.bag = bag;
    }
}
