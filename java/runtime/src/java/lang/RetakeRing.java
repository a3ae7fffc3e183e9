package java.lang;

import jdk.internal.misc.Unsafe;

/**
 * Hands traces over through memory that the agent reads ({@code ring.rs}): a call into native code would take longer than to copy what is
 * handed over. Whoever finds no room has to call.
 */
final class RetakeRing {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    // Where the parts of it are.
    private static final int OPEN = 0;
    private static final int TAKEN = 64;
    private static final int READ = 128;
    private static final int WORDS = 192;
    private static final int WORD = 8;

    // The first word of a record, from its lowest bit on; the agent has the same list.
    private static final long THERE = 1;
    private static final long BOOT = 2;
    private static final long NOBODY = 4;
    private static final int LENGTH = 3;
    private static final int STAMP = 32;

    /** Where it is, and how large; 0 if there has been none. It stays there, also when nobody reads it any more. */
    private static long place;
    private static long size;
    /** Which agent takes what begins now; 0 if that one does not read the ring. */
    static int stamp;

    private RetakeRing() {}

    static void install(long address, long bytes, int agent) {
        if (agent != 0) {
            size = bytes;
            place = address;
        }
        stamp = agent;
    }

    /** Hands a trace over to the agent that it began under; false if there is no room for it. */
    static boolean put(byte[] trace, int length, boolean boot, int stamp) {
        long ring = place;
        long size = RetakeRing.size;
        long needed = WORD + (length + WORD - 1L & -WORD);
        if (stamp == 0 || needed > size / 4 || UNSAFE.getLongVolatile(null, ring + OPEN) == 0) {
            return false;
        }
        long taken;
        long left;
        do {
            taken = UNSAFE.getLongVolatile(null, ring + TAKEN);
            left = size - (taken & size - 1);
            long end = taken + needed + (left < needed ? left : 0);
            if (end - UNSAFE.getLongVolatile(null, ring + READ) > size) {
                return false;
            }
            if (UNSAFE.compareAndSetLong(null, ring + TAKEN, taken, end)) {
                break;
            }
        } while (true);
        long at = ring + WORDS + (taken & size - 1);
        if (left < needed) {
            UNSAFE.putLongRelease(null, at, left - WORD << LENGTH | NOBODY | THERE);
            at = ring + WORDS;
        }
        // Whatever happens, who reads must be able to go on behind it.
        long head = (long) length << LENGTH | NOBODY | THERE;
        try {
            UNSAFE.copyMemory(trace, RetakeBuffer.BASE, null, at + WORD, length);
            head = (long) stamp << STAMP | (long) length << LENGTH | (boot ? BOOT : 0) | THERE;
        } finally {
            UNSAFE.putLongRelease(null, at, head);
        }
        return true;
    }
}
