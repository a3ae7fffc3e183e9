package java.lang;

/**
 * The branches of tasks that were handed to another thread and have not begun, by the identity of the task. Tasks are
 * never wrapped: that would break {@code remove}, priority queues and casts.
 */
final class RetakeForks {
    private static final int STRIPES = 64;
    private static final Entry[] stripes = new Entry[STRIPES];
    private static final Object[] locks = new Object[STRIPES];

    static {
        for (int i = 0; i < STRIPES; i++) {
            locks[i] = new Object();
        }
    }

    private RetakeForks() {}

    static void put(Object task, RetakeBranch branch) {
        int stripe = System.identityHashCode(task) & STRIPES - 1;
        synchronized (locks[stripe]) {
            sweep(stripe);
            stripes[stripe] = new Entry(task, branch, stripes[stripe]);
        }
    }

    /** Ends the branches of tasks that nobody can run any more. */
    private static void sweep(int stripe) {
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
            e.branch.trace.incomplete("a task that the request handed over never ran");
            e.branch.trace.ended();
        }
    }

    /** Ends the branches of all tasks that have not begun. */
    static void abandon() {
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            synchronized (locks[stripe]) {
                for (Entry e = stripes[stripe]; e != null; e = e.next) {
                    e.branch.trace.incomplete("the service ended before a task that the request handed over ran");
                    e.branch.trace.ended();
                }
                stripes[stripe] = null;
            }
        }
    }

    static RetakeBranch take(Object task) {
        int stripe = System.identityHashCode(task) & STRIPES - 1;
        if (stripes[stripe] == null) {
            return null;
        }
        synchronized (locks[stripe]) {
            // The last match is the oldest: a task object that was handed over twice runs in that order.
            Entry found = null;
            Entry beforeFound = null;
            Entry before = null;
            for (Entry e = stripes[stripe]; e != null; e = e.next) {
                if (e.get() == task) {
                    if (found != null) {
                        found.branch.trace.incomplete("a task object was handed over more than once at a time");
                        e.branch.trace.incomplete("a task object was handed over more than once at a time");
                    }
                    found = e;
                    beforeFound = before;
                }
                before = e;
            }
            if (found == null) {
                return null;
            }
            if (beforeFound == null) {
                stripes[stripe] = found.next;
            } else {
                beforeFound.next = found.next;
            }
            return found.branch;
        }
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
