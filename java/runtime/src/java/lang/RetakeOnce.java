package java.lang;

/**
 * Where a framework asks something once for the whole process and keeps it, whichever request happens to be the first. It is
 * recorded as a whole and outside of the request, so that any request may be the first one in replay.
 */
final class RetakeOnce {
    private RetakeOnce() {}

    /** It is about to be asked; true if the recording knows the answer. */
    static boolean before(RetakeThread t, RetakeHook hook, Object[] args) {
        t.suspend(null, 0, false);
        RetakeBranch branch = RetakePoints.open(t);
        if (branch == null) {
            t.owned = 1;
            return false;
        }
        branch.ask(hook.name, "L", new Object[] {about(args)});
        if (!Retake.replay || !RetakePoints.answer(t, branch, hook.name, 'L')) {
            t.owned = 1;
            return false;
        }
        if (t.thrown != null) {
            // The recording knows no answer. The framework has a way of its own to do without one.
            t.thrown = null;
            return false;
        }
        RetakeTasks.ended(t);
        return true;
    }

    /** What it is asked about, besides who is asked. */
    private static Object about(Object[] args) {
        return args.length > 1 ? args[1] : null;
    }

    static void after(RetakeThread t, Object value, Throwable thrown) {
        t.owned = 0;
        RetakePoints.close(t, thrown == null ? 0 : 1, thrown == null ? value : thrown, 'L');
        RetakeTasks.ended(t);
    }
}
