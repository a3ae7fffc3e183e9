package java.lang;

import java.util.concurrent.Delayed;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Work that a request hands to another thread: each task is a branch of the request's trace. */
final class RetakeTasks {
    /** What the names of event loops begin with. */
    private static final String LOOPS = "io/netty/";

    private RetakeTasks() {}

    /** What a hook is about: the first object among the arguments, else the object that is called. */
    private static Object task(RetakeHook hook, Object self, Object[] args) {
        int at = hook.arguments.indexOf('L');
        return at < 0 ? self : args[at];
    }

    /** A task is handed over. */
    static void fork(RetakeThread t, RetakeHook hook, Object self, Object[] args) {
        Object task = task(hook, self, args);
        if (t.branch == null || t.owned > 0 || task == null || !isFollowed(hook, self, task, args)) {
            return;
        }
        RetakeTrace trace = t.branch.trace;
        RetakeBranch branch = hook.name.startsWith(LOOPS) ? trace.branchOnLoop(t.branch) : trace.branch(t.branch);
        if (branch != null) {
            branch.waiting = !(task instanceof Thread);
            if (branch.waiting) {
                RetakeForks.TASKS.put(task, branch);
            } else {
                RetakeThread.begin((Thread) task, branch);
            }
        }
    }

    /** Whether a task is the request's: not what moves virtual threads, not what comes again and again. */
    private static boolean isFollowed(RetakeHook hook, Object carrier, Object task, Object[] args) {
        if (carrier instanceof ForkJoinPool && isOfVirtualThreads(((ForkJoinPool) carrier).getFactory())) {
            return false;
        }
        if (carrier instanceof ThreadPoolExecutor && isOfVirtualThreads(((ThreadPoolExecutor) carrier).getThreadFactory())) {
            return false;
        }
        if (RetakeStages.isStage(task)) {
            return false;
        }
        if (task instanceof RunnableScheduledFuture && ((RunnableScheduledFuture<?>) task).isPeriodic()) {
            return false;
        }
        if (task instanceof Delayed) {
            // An event loop is told of what is for later where it is scheduled, and again where it waits.
            return !hook.name.endsWith("/SingleThreadEventExecutor") && isSoon(((Delayed) task).getDelay(TimeUnit.NANOSECONDS));
        }
        if (carrier instanceof java.util.Timer) {
            return ((Long) args[2]) == 0 && isSoon(((Long) args[1] - System.currentTimeMillis()) * 1_000_000L);
        }
        return !(task instanceof Thread) || isVirtual(task);
    }

    /** What is to happen later than a trace waits for its end is not the request's. */
    private static boolean isSoon(long nanos) {
        return nanos < RetakeTrace.LONGEST_AFTERMATH;
    }

    private static boolean isOfVirtualThreads(Object factory) {
        return factory != null && factory.getClass().getName().startsWith("java.lang.VirtualThread");
    }

    private static boolean isVirtual(Object thread) {
        String name = thread.getClass().getName();
        return name.equals("java.lang.VirtualThread") || name.equals("java.lang.ThreadBuilders$BoundVirtualThread");
    }

    /** A task is handed to somebody who hands it on later. How that is done is nobody's business. */
    static void relay(RetakeThread t, RetakeHook hook, Object self, Object[] args) {
        fork(t, hook, self, args);
        t.suspend(null, t.owned, false);
    }

    /**
     * A task is handed over that takes what has come in since it ran last, and never runs twice at a time. How often it is
     * handed over depends on how fast it is, so all its runs are one branch.
     */
    static void serial(RetakeThread t, Object[] args) {
        Object task = null;
        for (int i = 0; task == null && i < args.length; i++) {
            task = args[i] instanceof Runnable ? args[i] : null;
        }
        RetakeBranch known = task == null ? null : RetakeForks.SERIAL.look(task);
        boolean again = known != null && known.trace.again(known);
        if (task != null && !again && t.branch != null && t.owned == 0) {
            RetakeBranch branch = t.branch.trace.branch(t.branch);
            if (branch != null) {
                branch.handed = 1;
                // The table has the task as long as it is there; a branch of which nothing is kept need not.
                branch.serial = branch.trace.givenUp ? null : task;
                RetakeForks.SERIAL.put(task, branch);
            }
        }
        t.suspend(null, t.owned, false);
    }

    /** A task begins on this thread. */
    static void adopt(RetakeThread t, RetakeHook hook, Object self, Object[] args) {
        Object task = task(hook, self, args);
        if (task == null || task != self && task instanceof Delayed) {
            // An event loop looks at what is for later, too; that begins where it says so itself.
            t.suspend(t.branch, t.owned, false);
            return;
        }
        RetakeBranch branch = RetakeForks.TASKS.take(task);
        if (branch == null) {
            branch = RetakeForks.SERIAL.look(task);
            if (branch != null && !branch.trace.enter(branch)) {
                branch = null;
            }
        }
        if (branch == null) {
            // Nobody handed it over: it belongs to whatever the thread is doing.
            t.suspend(t.branch, t.owned, false);
        } else {
            branch.waiting = false;
            t.suspend(branch, 0, true);
        }
    }

    /** A stream is walked through. If several threads do so, all of them work on one branch and those below it. */
    static void share(RetakeThread t, Object stream) {
        boolean shared = t.branch != null && t.owned == 0 && ((java.util.stream.BaseStream<?, ?>) stream).isParallel();
        RetakeBranch branch = shared ? t.branch.trace.branch(t.branch) : null;
        if (branch == null) {
            t.suspend(t.branch, t.owned, false);
        } else {
            branch.bag = true;
            t.suspend(branch, 0, true);
        }
    }

    /** What this thread began last is over. */
    static void ended(RetakeThread t) {
        RetakeBranch ended = t.resume();
        if (ended != null && ended.serial != null) {
            ended.trace.once(ended);
        } else if (ended != null) {
            ended.trace.ended(ended);
        }
    }

    /** A task that was handed over will not run. */
    static void reject(RetakeHook hook, Object self, Object[] args) {
        RetakeBranch refused = RetakeForks.TASKS.take(task(hook, self, args));
        if (refused != null) {
            refused.trace.ended(refused);
        }
    }
}
