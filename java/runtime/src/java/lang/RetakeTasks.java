package java.lang;

/** Work that a request hands to another thread: each task is a branch of the request's trace. */
final class RetakeTasks {
    private RetakeTasks() {}

    /** A task is handed over. */
    static void fork(RetakeThread t, RetakeHook hook, Object task) {
        if (t.branch == null || t.owned > 0) {
            return;
        }
        // A fork-join pool runs anything else inside a task of its own, under which it would never be found again.
        if (hook.name.equals("fork-join pool") && !(task instanceof java.util.concurrent.ForkJoinTask)) {
            return;
        }
        RetakeBranch branch = t.branch.trace.branch(t.branch);
        if (branch != null) {
            RetakeForks.put(task, branch);
        }
    }

    /** A task begins on this thread. */
    static void adopt(RetakeThread t, Object task) {
        RetakeBranch branch = task == null ? null : RetakeForks.take(task);
        if (branch == null) {
            // Nobody handed it over: it belongs to whatever the thread is doing.
            t.suspend(t.branch, t.owned);
        } else {
            t.suspend(branch, 0);
        }
    }

    /** The task that began last on this thread is over. */
    static void ended(RetakeThread t) {
        RetakeBranch adopted = t.branch;
        t.resume();
        if (adopted != null && adopted != t.branch) {
            adopted.trace.ended();
        }
    }

    /** A task that was handed over will not run. */
    static void reject(Object task) {
        RetakeBranch refused = RetakeForks.take(task);
        if (refused != null) {
            refused.trace.ended();
        }
    }
}
