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

    /** Names, one behind the other. */
    static RetakeLabel of(String... names) {
        RetakeBuffer out = RetakeBuffer.shared();
        for (String name : names) {
            out.name(name);
        }
        return of(out);
    }

    /** What is in a buffer, which is given back. */
    static RetakeLabel of(RetakeBuffer out) {
        RetakeLabel label = new RetakeLabel(out.taken());
        out.recycle();
        return label;
    }

    RetakeLabel(byte[] bytes) {
        this.bytes = bytes;
        this.length = bytes.length;
        byte[] padded = java.util.Arrays.copyOf(bytes, Math.max(16, length));
        this.first = UNSAFE.getLongUnaligned(padded, RetakeBuffer.BASE);
        this.second = UNSAFE.getLongUnaligned(padded, RetakeBuffer.BASE + 8);
    }
}
