package java.lang;

/**
 * The trace of all requests that are not recorded. Nothing is kept of them, and what they hand to other threads is followed
 * all the same, so that it is nobody else's and no background work of the service.
 */
final class RetakeUntraced extends RetakeTrace {
    /** What a thread works on that serves such a request. */
    static final RetakeBranch ROOT = new RetakeUntraced().branch(null);

    private RetakeUntraced() {
        super(true, null);
        givenUp = true;
    }

    /** Is there, once this returns. */
    static void ready() {}

    /** Whether a hook matters in a trace of which nothing is kept: where work is handed over, and what others follow. */
    static boolean passes(RetakeHook hook) {
        switch (hook.kind) {
            case RetakeHook.POINT:
            case RetakeHook.HANDLE:
            case RetakeHook.BODY_IN:
            case RetakeHook.BODY_OUT:
            case RetakeHook.OPENING:
                return false;
            case RetakeHook.STREAM:
                return RetakeStreams.any();
            default:
                return true;
        }
    }

    // Threads of many requests meet here, so nothing may wait for a lock, and nothing may grow.

    @Override
    RetakeBranch branch(RetakeBranch parent) {
        return new RetakeBranch(this, null, 0);
    }

    @Override
    void answered() {}

    @Override
    void unbegun(RetakeBranch branch) {}

    @Override
    void begun(RetakeBranch branch) {}

    @Override
    void giveUp() {}

    @Override
    void follow(RetakeStream stream) {}

    @Override
    void incomplete(String reason) {}

    @Override
    boolean again(RetakeBranch branch) {
        return true;
    }

    @Override
    boolean enter(RetakeBranch branch) {
        return true;
    }

    @Override
    void once(RetakeBranch branch) {}

    @Override
    void ended(RetakeBranch branch) {}
}
