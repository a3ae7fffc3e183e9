package java.lang;

/** What one thread is doing. */
final class RetakeThread {
    private static final ThreadLocal<RetakeThread> CURRENT = new ThreadLocal<>();

    private final int epoch = Retake.epoch;
    /** The branch it works on; null outside of requests. */
    RetakeBranch branch;
    /** How many points are open, one inside the other; only the outermost owns its dependency. */
    int owned;
    /** How many entries are open, one inside the other. */
    int entries;
    /** Whether it is a pool's worker that has begun its task where it got it. */
    boolean fetched;
    /** Whether the runtime itself is at work, whose calls are nobody's business. */
    boolean inside;
    /** The answer that {@link Retake#before} promised. */
    Object answer;
    Throwable thrown;
    /** What a body hook saw before the container read or wrote. */
    Object[] body;
    /** The entry's arguments and the adapter that reads them. */
    Object[] entry;
    /** Whether the entry is a method that a framework called. */
    boolean method;
    RetakeAdapter adapter;
    // What was set aside for initialisation or for a task, innermost last. Of a fixed size, so that setting aside cannot
    // fail; what is nested deeper is only counted.
    private static final int DEEPEST = 32;
    private final RetakeBranch[] suspended = new RetakeBranch[DEEPEST];
    private final RetakeBranch[] suspendedBoot = new RetakeBranch[DEEPEST];
    private final int[] suspendedOwned = new int[DEEPEST];
    private int suspensions;
    /** The innermost call on an object that something may pass through. */
    RetakeStreamCall streamCall;
    /** The object whose constructor opens a file. */
    Object opening;
    /** The branch of the boot event that is open on this thread. */
    RetakeBranch bootBranch;

    static RetakeThread get() {
        RetakeThread thread = CURRENT.get();
        return thread == null || thread.epoch != Retake.epoch ? null : thread;
    }

    static RetakeThread getOrCreate() {
        RetakeThread thread = get();
        if (thread == null) {
            thread = new RetakeThread();
            CURRENT.set(thread);
        }
        return thread;
    }

    /** Sets the work at hand aside for other work, until {@link #resume}. */
    void suspend(RetakeBranch other, int otherOwned) {
        if (suspensions < DEEPEST) {
            suspended[suspensions] = branch;
            suspendedBoot[suspensions] = bootBranch;
            suspendedOwned[suspensions] = owned;
            bootBranch = null;
            branch = other;
            owned = otherOwned;
        }
        suspensions++;
    }

    void resume() {
        if (suspensions > 0 && --suspensions < DEEPEST) {
            branch = suspended[suspensions];
            bootBranch = suspendedBoot[suspensions];
            owned = suspendedOwned[suspensions];
            suspended[suspensions] = null;
            suspendedBoot[suspensions] = null;
        }
    }
}
