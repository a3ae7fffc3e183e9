package java.lang;

import jdk.internal.misc.Unsafe;

/** Bytes that are written again and again, in words: nearly all names of fields fit into two. */
final class RetakeLabel {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    final byte[] bytes;
    final int length;
    /** The first bytes and those behind them, as memory has them; zeros where there are none. */
    final long first;
    final long second;

    RetakeLabel(byte[] bytes) {
        this.bytes = bytes;
        this.length = bytes.length;
        byte[] padded = java.util.Arrays.copyOf(bytes, Math.max(16, length));
        this.first = UNSAFE.getLongUnaligned(padded, RetakeBuffer.BASE);
        this.second = UNSAFE.getLongUnaligned(padded, RetakeBuffer.BASE + 8);
    }
}
