package java.lang;

/**
 * What each thread is doing. A thread that is made while a request is served is a branch of the request's trace: the JVM
 * asks here what the new thread gets, so that no hook stands in {@link Thread}. Virtual threads, which begin and end
 * without the agent being told, are handed over like tasks instead ({@link RetakeTasks}).
 */
final class RetakeThreads extends InheritableThreadLocal<RetakeThread> {
    /** The thread that runs this makes another, which gets what this gives. */
    @Override
    protected RetakeThread childValue(RetakeThread parent) {
        if (parent == null || parent.isOld() || parent.branch == null || parent.owned > 0 || parent.inside) {
            return null;
        }
        parent.inside = true;
        try {
            RetakeBranch branch = parent.branch.trace.branch(parent.branch);
            if (branch == null) {
                return null;
            }
            RetakeThread child = new RetakeThread();
            child.branch = branch;
            // Until it begins it is known by what it was given, which goes away with a thread that never begins.
            branch.trace.unbegun(branch);
            RetakeForks.THREADS.put(child, branch);
            return child;
        } catch (Throwable e) {
            parent.branch.trace.incomplete("a thread that the request made could not be followed");
            return null;
        } finally {
            parent.inside = false;
        }
    }

    /** This thread, which is none of the virtual ones, begins. */
    static void began() {
        RetakeThread t = RetakeThread.inherited();
        if (t == null || t.branch == null) {
            return;
        }
        t.settle();
        RetakeBranch branch = RetakeForks.THREADS.take(t);
        if (branch != null) {
            branch.made = t;
            branch.trace.begun(branch);
            RetakeForks.THREADS.put(Thread.currentThread(), branch);
        }
    }

    /** A thread has come to its end. */
    static void ended(Object thread) {
        RetakeBranch branch = RetakeForks.THREADS.take(thread);
        if (branch != null) {
            if (branch.made != null) {
                branch.made.end();
            }
            branch.trace.ended(branch);
        }
    }
}
