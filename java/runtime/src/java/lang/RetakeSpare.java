package java.lang;

import java.lang.ref.WeakReference;

/**
 * Arrays that buffers have done with, for those that come: a service that is recorded for hours makes none anew, and its garbage collector
 * has none to move. Few are kept of each size, and none that is large.
 */
final class RetakeSpare {
    /** The sizes are powers of two, from this one on. */
    static final int SMALLEST = 1 << 10;
    private static final int SIZES = 11;
    /** Of each size this many bytes are kept, and no more arrays than that. */
    private static final int KEPT = 512 << 10;
    private static final int MOST = 64;
    /** Of the first sizes, a thread that works for requests keeps this many for itself: what it wrote last is in its processor's cache. */
    private static final int OWN_SIZES = 5;
    private static final int OWN = 3;
    /** So many threads do. */
    private static final WeakReference<?>[] OWNERS = new WeakReference<?>[32];

    private static final byte[][][] ARRAYS = new byte[SIZES][][];
    private static final int[] COUNTS = new int[SIZES];

    static {
        for (int size = 0; size < SIZES; size++) {
            ARRAYS[size] = new byte[Math.max(1, Math.min(MOST, KEPT / (SMALLEST << size)))][];
        }
    }

    private RetakeSpare() {}

    private static int size(int length) {
        return Integer.numberOfTrailingZeros(length) - Integer.numberOfTrailingZeros(SMALLEST);
    }

    private static boolean isKept(int length) {
        return length >= SMALLEST && length <= SMALLEST << SIZES - 1 && (length & length - 1) == 0;
    }

    /** An array with anything in it. */
    static byte[] take(int length) {
        if (!isKept(length)) {
            return new byte[length];
        }
        int size = size(length);
        byte[] spare = size < OWN_SIZES ? takeOwn(size) : null;
        if (spare == null) {
            spare = pop(size);
        }
        return spare == null ? new byte[length] : spare;
    }

    private static byte[] takeOwn(int size) {
        RetakeThread t = RetakeWorking.find();
        byte[][] own = t == null ? null : t.spare;
        for (int i = size * OWN; own != null && i < (size + 1) * OWN; i++) {
            byte[] found = own[i];
            if (found != null) {
                own[i] = null;
                return found;
            }
        }
        return null;
    }

    private static boolean giveOwn(int size, byte[] array) {
        RetakeThread t = RetakeWorking.find();
        if (t == null) {
            return false;
        }
        if (!t.keeps) {
            t.keeps = true;
            own(t);
        }
        byte[][] own = t.spare;
        for (int i = size * OWN; own != null && i < (size + 1) * OWN; i++) {
            if (own[i] == null) {
                own[i] = array;
                return true;
            }
        }
        return false;
    }

    /** Lets a thread keep arrays for itself, if not too many others do. */
    private static synchronized void own(RetakeThread t) {
        for (int i = 0; i < OWNERS.length && !t.isOld(); i++) {
            if (OWNERS[i] == null || OWNERS[i].get() == null) {
                OWNERS[i] = new WeakReference<>(t);
                t.spare = new byte[OWN_SIZES * OWN][];
                return;
            }
        }
    }

    /** Takes an array that nobody looks at any more. */
    static void give(byte[] array) {
        if (!isKept(array.length)) {
            return;
        }
        int size = size(array.length);
        if (size >= OWN_SIZES || !giveOwn(size, array)) {
            push(size, array);
        }
    }

    private static synchronized byte[] pop(int size) {
        if (COUNTS[size] == 0) {
            return null;
        }
        byte[] array = ARRAYS[size][--COUNTS[size]];
        ARRAYS[size][COUNTS[size]] = null;
        return array;
    }

    private static synchronized void push(int size, byte[] array) {
        if (COUNTS[size] < ARRAYS[size].length) {
            ARRAYS[size][COUNTS[size]++] = array;
        }
    }

    static synchronized void forget() {
        for (int i = 0; i < OWNERS.length; i++) {
            RetakeThread t = OWNERS[i] == null ? null : (RetakeThread) OWNERS[i].get();
            if (t != null) {
                t.spare = null;
            }
            OWNERS[i] = null;
        }
        for (int size = 0; size < SIZES; size++) {
            while (COUNTS[size] > 0) {
                ARRAYS[size][--COUNTS[size]] = null;
            }
        }
    }
}
