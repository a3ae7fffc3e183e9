package kotlin;

import java.util.function.Supplier;

public final class LazyKt {
    private LazyKt() {}

    public static native <T> Lazy<T> lazy(Supplier<? extends T> make);
}
