package misses;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kotlin.Lazy;
import kotlin.LazyKt;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Service;
import reactor.core.publisher.Mono;

/** What an analysis misses if nobody thinks of it. */
class Misses {
    // Another name for the same list.
    static Map<String, List<Long>> alias(String k) {
        Map<String, List<Long>> m = new HashMap<>();
        m.put(k, new ArrayList<>());
        List<Long> l = m.get(k);
        l.add(System.currentTimeMillis());
        return m;
    }

    // Lambdas that libraries call.
    static List<Long> streamed(List<String> names) {
        return names.stream().map(name -> name.length() + System.nanoTime()).collect(Collectors.toList());
    }

    static boolean decidedInStream(List<String> names) {
        return names.stream().anyMatch(name -> name.length() > System.nanoTime() % 9);
    }

    static Mono<String> reactive(String name) {
        return Mono.fromSupplier(() -> System.currentTimeMillis()).map(now -> name + now);
    }

    static String decidedInReactor() {
        return Mono.just(System.currentTimeMillis()).map(now -> now % 2 == 0 ? "even" : "odd").block();
    }

    static CompletableFuture<Long> future(long a) {
        return CompletableFuture.supplyAsync(() -> a + System.nanoTime()).thenApply(now -> now + 1);
    }

    static long joined(long a) {
        CompletableFuture<Long> now = CompletableFuture.supplyAsync(System::nanoTime);
        return CompletableFuture.supplyAsync(() -> a).thenCombine(now, Long::sum).join();
    }

    // A proxy stands before the method, with a cache or a queue in between.
    @Service
    static class Prices {
        @Cacheable
        public long price(String of) {
            return of.length();
        }

        @Async
        public CompletableFuture<Long> later(String of) {
            return CompletableFuture.completedFuture((long) of.length());
        }
    }

    @Service
    static class Shop {
        private final Prices prices;

        Shop(Prices prices) {
            this.prices = prices;
        }

        public long total(String of) {
            return 2 * prices.price(of);
        }

        public Object promise(String of) {
            return prices.later(of);
        }
    }

    // As Lombok writes `@Getter(lazy = true)`.
    static final class Settings {
        static final Settings ONLY = new Settings();

        private final AtomicReference<Object> started = new AtomicReference<>();

        public Long getStarted() {
            Object value = this.started.get();
            if (value == null) {
                synchronized (this.started) {
                    value = this.started.get();
                    if (value == null) {
                        Long actual = System.currentTimeMillis();
                        value = actual == null ? this.started : actual;
                        this.started.set(value);
                    }
                }
            }
            return (Long) (value == this.started ? null : value);
        }
    }

    // As Kotlin writes `val node by lazy { … }`.
    static final class Node {
        static final Node ONLY = new Node();

        private final Lazy<String> name = LazyKt.lazy(() -> "node " + System.nanoTime());

        public String getName() {
            return name.getValue();
        }
    }

    public static void main(String[] args) {
        System.out.println(alias("a").size());
        System.out.println(streamed(List.of(args)) + " " + decidedInStream(List.of(args)) + decidedInReactor());
        System.out.println(Stream.of(reactive("a"), future(3)).count() + joined(4));
        System.out.println(Settings.ONLY.getStarted() + Node.ONLY.getName());
    }
}
