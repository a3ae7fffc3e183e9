package java.lang;

import java.math.BigDecimal;
import jdk.internal.misc.Unsafe;

/** Writes decimals as their own method says them, without a text that somebody must collect; prices are in most rows. */
final class RetakeDecimals {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    /** Where a decimal keeps its digits if a long holds them; -1 if that is not known. */
    private static final long COMPACT = compact();
    /** Stands there if a long does not hold them. */
    private static final long ELSEWHERE = Long.MIN_VALUE;
    /** With more digits than this behind a point and no other, a decimal is written with an exponent. */
    private static final int SMALLEST = 6;
    /** Sign, nought, point and as many digits as a long has. */
    private static final int LONGEST = 19 + SMALLEST + 3;

    private RetakeDecimals() {}

    private static long compact() {
        try {
            return UNSAFE.objectFieldOffset(BigDecimal.class.getDeclaredField("intCompact"));
        } catch (NoSuchFieldException e) {
            return -1;
        }
    }

    /** Writes one as text; false, with nothing written, if it is not as plain as most are. */
    static boolean write(RetakeBuffer out, BigDecimal decimal) {
        if (COMPACT < 0 || decimal.getClass() != BigDecimal.class) {
            return false;
        }
        long compact = UNSAFE.getLong(decimal, COMPACT);
        int scale = decimal.scale();
        if (compact == ELSEWHERE || scale < 0) {
            return false;
        }
        long rest = Math.abs(compact);
        int digits = digits(rest);
        if (scale - (digits - 1) > SMALLEST) {
            return false;
        }
        int shown = Math.max(digits, scale + 1);
        int sign = compact < 0 ? 1 : 0;
        int length = sign + shown + (scale > 0 ? 1 : 0);
        int start = out.length;
        byte[] to = out.room(start, LONGEST);
        int first = RetakeBuffer.text(to, start, length);
        if (sign > 0) {
            to[first] = '-';
        }
        int at = first + length;
        for (int i = 0; i < shown; i++) {
            if (i == scale && i > 0) {
                to[--at] = '.';
            }
            to[--at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        out.length = first + length;
        return true;
    }

    private static int digits(long number) {
        int digits = 1;
        for (long rest = number; rest >= 10; rest /= 10) {
            digits++;
        }
        return digits;
    }
}
