package java.lang;

import jdk.internal.vm.annotation.DontInline;

/**
 * The branches of work that was handed to another thread, by the identity of the task or of the thread. Tasks are never
 * wrapped: that would break {@code remove}, priority queues and casts.
 */
final class RetakeForks {
    /** Tasks that have not begun. */
    static final RetakeForks TASKS = new RetakeForks("a task that the request handed over never ran");
    /** Tasks that are handed over again and again and never run twice at a time, while they are there. */
    static final RetakeForks SERIAL = new RetakeForks(null);
    /** Stages that nobody has run. */
    static final RetakeForks STAGES = new RetakeForks(null);
    /** Threads that were made and have not ended. */
    static final RetakeForks THREADS = new RetakeForks(null);
    /** Observers that entries gave back, while the caller may tell them something. */
    static final RetakeForks OBSERVERS = new RetakeForks("the caller never ended what it streamed");

    /** Channels on which a request is served, and what a server does for it. */
    static final RetakeForks CHANNELS = new RetakeForks("the connection went away before there was a response");

    private static final int STRIPES = 64;

    private final Entry[] stripes = new Entry[STRIPES];
    private final Object[] locks = new Object[STRIPES];
    /** What is wrong with a trace when this went away without having begun; null if nothing is. */
    private final String unseen;
    /** How many there are; hooks that look for one end here while there is none. */
    final RetakeCount pending = new RetakeCount();

    private RetakeForks(String unseen) {
        this.unseen = unseen;
        for (int i = 0; i < STRIPES; i++) {
            locks[i] = new Object();
        }
    }

    @DontInline
    void put(Object task, RetakeBranch branch) {
        int stripe = System.identityHashCode(task) & STRIPES - 1;
        synchronized (locks[stripe]) {
            sweep(stripe);
            stripes[stripe] = new Entry(task, branch, stripes[stripe]);
        }
        pending.add(1);
    }

    /** Ends the branches of tasks that nobody can run any more. */
    private void sweep(int stripe) {
        Entry before = null;
        for (Entry e = stripes[stripe]; e != null; e = e.next) {
            if (e.get() != null) {
                before = e;
                continue;
            }
            if (before == null) {
                stripes[stripe] = e.next;
            } else {
                before.next = e.next;
            }
            pending.add(-1);
            if (unseen != null) {
                e.branch.trace.incomplete(unseen);
            }
            e.branch.trace.ended(e.branch);
        }
    }

    /** Ends the branches of all tasks that have not begun. */
    void abandon() {
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            synchronized (locks[stripe]) {
                for (Entry e = stripes[stripe]; e != null; e = e.next) {
                    e.branch.trace.incomplete("the recording ended before a task that the request handed over ran");
                    e.branch.trace.ended(e.branch);
                    pending.add(-1);
                }
                stripes[stripe] = null;
            }
        }
    }

    /** Lets go of all tasks, stages and threads. */
    static void forget() {
        for (RetakeForks forks : new RetakeForks[] {TASKS, SERIAL, STAGES, THREADS, OBSERVERS, CHANNELS}) {
            for (int stripe = 0; stripe < STRIPES; stripe++) {
                synchronized (forks.locks[stripe]) {
                    for (Entry e = forks.stripes[stripe]; e != null; e = e.next) {
                        forks.pending.add(-1);
                    }
                    forks.stripes[stripe] = null;
                }
            }
        }
    }

    /** The branch of a task, which stays; null if it has none. */
    RetakeBranch look(Object task) {
        return find(task, false);
    }

    /** The branch of a task, which is found no more; null if it has none. */
    RetakeBranch take(Object task) {
        return find(task, true);
    }

    @DontInline
    private RetakeBranch find(Object task, boolean remove) {
        if (pending.now == 0) {
            return null;
        }
        int stripe = System.identityHashCode(task) & STRIPES - 1;
        RetakeBranch branch;
        synchronized (locks[stripe]) {
            // The last match is the oldest: a task object that was handed over twice runs in that order.
            Entry found = null;
            Entry beforeFound = null;
            Entry before = null;
            for (Entry e = stripes[stripe]; e != null; e = e.next) {
                if (e.get() == task) {
                    if (found != null && hasState(task.getClass())) {
                        String reason = RetakeShape.ofObject(task).name.concat(": one task was handed over more than once at a time");
                        found.branch.confused = reason;
                        e.branch.confused = reason;
                    }
                    found = e;
                    beforeFound = before;
                }
                before = e;
            }
            if (found == null) {
                return null;
            }
            branch = found.branch;
            if (!remove) {
                return branch;
            }
            if (beforeFound == null) {
                stripes[stripe] = found.next;
            } else {
                beforeFound.next = found.next;
            }
        }
        pending.add(-1);
        return branch;
    }

    /** Whether two runs of one object can differ in what the object is: without fields, each run is as good as the other. */
    private static boolean hasState(Class<?> type) {
        for (; type != null; type = type.getSuperclass()) {
            for (java.lang.reflect.Field field : type.getDeclaredFields()) {
                if ((field.getModifiers() & java.lang.reflect.Modifier.STATIC) == 0) {
                    return true;
                }
            }
        }
        return false;
    }

    private static final class Entry extends java.lang.ref.WeakReference<Object> {
        final RetakeBranch branch;
        Entry next;

        Entry(Object task, RetakeBranch branch, Entry next) {
            super(task);
            this.branch = branch;
            this.next = next;
        }
    }
}
