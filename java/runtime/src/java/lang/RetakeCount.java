package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.Contended;

/** A number that many threads count in. Nobody waits for anybody, nor for the place where another number is counted. */
@Contended
final class RetakeCount {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long NOW = offset();

    volatile long now;

    private static long offset() {
        try {
            return UNSAFE.objectFieldOffset(RetakeCount.class.getDeclaredField("now"));
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Counts so many more; gives what the number was before. */
    long add(long more) {
        return UNSAFE.getAndAddLong(this, NOW, more);
    }
}
