package java.lang;

import jdk.internal.misc.Unsafe;

/**
 * The threads that work for a request or are inside a point. Most hooks run on threads that do neither, and learn it here from one
 * place of a table: no thread-local is as cheap. Threads that share a place are chained.
 */
final class RetakeWorking {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final RetakeThread[] PLACES = new RetakeThread[4096];
    /** Where a thread keeps its number. The method that gives it can be overridden. */
    private static final long NUMBER = number();

    private RetakeWorking() {}

    private static long number() {
        try {
            return UNSAFE.objectFieldOffset(Thread.class.getDeclaredField("tid"));
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int place(Thread thread) {
        int number = (int) UNSAFE.getLong(thread, NUMBER);
        // Threads of a pool have numbers one behind the other; their places are not, because each request writes there.
        return (number << 4 | number >>> 8 & 15) & PLACES.length - 1;
    }

    /** What the thread that runs this is doing; null if that is nothing that hooks of points need to know. */
    static RetakeThread find() {
        Thread thread = Thread.currentThread();
        RetakeThread t = PLACES[place(thread)];
        return t == null || t.owner == thread ? t : further(t, thread);
    }

    // Without the lock: whatever others put in or take out meanwhile, from each of the chain a way leads to what stays in it.
    private static RetakeThread further(RetakeThread t, Thread thread) {
        while (t != null && t.owner != thread) {
            t = t.next;
        }
        return t;
    }

    /** Puts in what a thread is doing, which runs this or has not begun. */
    static synchronized void add(RetakeThread t, Thread thread) {
        t.owner = thread;
        if (t.isOld()) {
            return;
        }
        int place = place(thread);
        t.next = PLACES[place];
        // Whoever finds it finds the rest of the chain behind it.
        UNSAFE.storeFence();
        PLACES[place] = t;
    }

    static synchronized void remove(RetakeThread t) {
        int place = place(t.owner);
        RetakeThread before = null;
        for (RetakeThread in = PLACES[place]; in != null; before = in, in = in.next) {
            if (in != t) {
                continue;
            }
            if (before == null) {
                PLACES[place] = t.next;
            } else {
                before.next = t.next;
            }
            return;
        }
    }

    /** Lets go of all threads; those of an earlier agent are put in no more. */
    static synchronized void forget() {
        for (int i = 0; i < PLACES.length; i++) {
            PLACES[i] = null;
        }
    }
}
