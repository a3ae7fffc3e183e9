package java.lang;

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
        byte[] spare = isKept(length) ? pop(size(length)) : null;
        return spare == null ? new byte[length] : spare;
    }

    /** Takes an array that nobody looks at any more. */
    static void give(byte[] array) {
        if (isKept(array.length)) {
            push(size(array.length), array);
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
        for (int size = 0; size < SIZES; size++) {
            while (COUNTS[size] > 0) {
                ARRAYS[size][--COUNTS[size]] = null;
            }
        }
    }
}
