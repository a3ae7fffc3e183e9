package java.lang;

/**
 * Workers of pools whose loop began before the agent came, so that nothing is woven into it: where they come for their next
 * task, the one before is over, and the one that they get begins.
 */
final class RetakeWorkers {
    private RetakeWorkers() {}

    /** A worker is about to run a task, if there is one among the arguments; else it comes for one, or leaves. */
    static void next(RetakeThread t, Object[] args) {
        if (args.length < 2 || !(args[1] instanceof Runnable)) {
            through(t);
        } else if (!t.fetched) {
            fetched(t, args[1]);
        }
    }

    /** What a worker did is over. */
    static void through(RetakeThread t) {
        if (t.fetched) {
            t.fetched = false;
            RetakeTasks.ended(t);
        }
    }

    /** A worker has got a task. A loop that is woven then finds that it has begun. */
    static void fetched(RetakeThread t, Object task) {
        RetakeBranch branch = task == null ? null : RetakeForks.TASKS.take(task);
        if (branch != null) {
            branch.waiting = false;
            t.suspend(branch, 0, true);
            t.fetched = true;
        }
    }
}
