package java.lang;

import java.lang.ref.ReferenceQueue;

/**
 * How many objects of a class have a number outside of requests, as far as the collector has left them. Where there are none, none
 * need be looked for: to look gives an object an identity hash, which is dear.
 */
final class RetakeOutside {
    private static final ReferenceQueue<Object> GONE = new ReferenceQueue<>();
    /** So many are taken off at once: a request is waiting. */
    private static final int MOST = 64;

    private volatile int objects;

    /** Whether there may be one. */
    boolean any() {
        if (objects > 0) {
            takeOff();
        }
        return objects > 0;
    }

    /** Where those are told that the collector took. */
    ReferenceQueue<Object> added() {
        takeOff();
        count(1);
        return GONE;
    }

    private static void takeOff() {
        for (int i = 0; i < MOST; i++) {
            RetakeHandle gone = (RetakeHandle) GONE.poll();
            if (gone == null) {
                return;
            }
            gone.outside.count(-1);
        }
    }

    private synchronized void count(int more) {
        objects += more;
    }
}
