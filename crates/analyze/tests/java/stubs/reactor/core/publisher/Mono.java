package reactor.core.publisher;

import java.util.function.Function;
import java.util.function.Supplier;

public abstract class Mono<T> {
    public static native <T> Mono<T> fromSupplier(Supplier<? extends T> supplier);

    public static native <T> Mono<T> just(T value);

    public abstract <R> Mono<R> map(Function<? super T, ? extends R> mapper);

    public abstract T block();
}
