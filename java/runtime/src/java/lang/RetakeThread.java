package java.lang;

/** What one thread is doing. */
final class RetakeThread {
    private static final ThreadLocal<RetakeThread> CURRENT = new ThreadLocal<>();

    /** The branch it works on; null outside of requests. */
    RetakeBranch branch;
    /** How many points are open, one inside the other; only the outermost owns its dependency. */
    int owned;
    /** How many entries are open, one inside the other. */
    int entries;
    /** Whether the runtime itself is at work, whose calls are nobody's business. */
    boolean inside;
    /** The answer that {@link Retake#before} promised. */
    Object answer;
    Throwable thrown;
    /** What a body hook saw before the container read or wrote. */
    Object[] body;
    /** The entry's arguments and the adapter that reads them. */
    Object[] entry;
    RetakeAdapter adapter;
    /** What was set aside for initialisation or for a task, innermost last. */
    private RetakeBranch[] suspended = new RetakeBranch[4];
    private int[] suspendedOwned = new int[4];
    private int suspensions;
    /** The branch of the boot event that is open on this thread. */
    RetakeBranch bootBranch;

    static RetakeThread get() {
        return CURRENT.get();
    }

    static RetakeThread getOrCreate() {
        RetakeThread thread = CURRENT.get();
        if (thread == null) {
            thread = new RetakeThread();
            CURRENT.set(thread);
        }
        return thread;
    }

    /** Sets the work at hand aside for other work, until {@link #resume}. */
    void suspend(RetakeBranch other, int otherOwned) {
        if (suspensions == suspended.length) {
            RetakeBranch[] more = new RetakeBranch[suspensions * 2];
            int[] moreOwned = new int[suspensions * 2];
            System.arraycopy(suspended, 0, more, 0, suspensions);
            System.arraycopy(suspendedOwned, 0, moreOwned, 0, suspensions);
            suspended = more;
            suspendedOwned = moreOwned;
        }
        suspended[suspensions] = branch;
        suspendedOwned[suspensions++] = owned;
        branch = other;
        owned = otherOwned;
    }

    void resume() {
        if (suspensions > 0) {
            branch = suspended[--suspensions];
            owned = suspendedOwned[suspensions];
            suspended[suspensions] = null;
        }
    }
}
