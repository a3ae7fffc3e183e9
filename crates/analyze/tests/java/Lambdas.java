package lambdas;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class Lambdas {
    private static final Logger LOG = LoggerFactory.getLogger(Lambdas.class);

    List<Long> mapped(List<Long> numbers) {
        return numbers.stream().map(x -> x + System.currentTimeMillis()).collect(Collectors.toList());
    }

    String orElse(Optional<String> name) {
        return name.orElseGet(() -> "n" + System.nanoTime());
    }

    // Passed on to something of ours that calls it.
    String supplied() {
        return call(() -> "n" + System.nanoTime());
    }

    private static String call(Supplier<String> supplier) {
        return supplier.get();
    }

    // No instruction of ours calls it, so the call that uses it is the point.
    String reference(Optional<UUID> id) {
        return id.orElseGet(UUID::randomUUID).toString();
    }

    String passedReference() {
        return use(UUID::randomUUID);
    }

    private static String use(Supplier<UUID> supplier) {
        return supplier.get().toString();
    }

    void logged(List<Long> numbers) {
        numbers.forEach(x -> LOG.info("{} at {}", x, System.currentTimeMillis()));
    }

    String captured(List<String> names) {
        StringBuilder text = new StringBuilder();
        names.forEach(name -> text.append(name).append(System.currentTimeMillis()));
        return text.toString();
    }

    // Into a lambda that decides by it.
    void decided(List<Long> numbers) {
        long now = System.currentTimeMillis();
        numbers.removeIf(x -> x < now);
    }

    void applied() {
        apply(x -> x > 5 ? "late" : "early", System.currentTimeMillis());
    }

    private static void apply(Function<Long, String> function, long time) {
        System.out.println(function.apply(time));
    }

    Future<Long> task(ExecutorService pool) {
        return pool.submit(() -> System.currentTimeMillis());
    }

    Object other(ExecutorService pool) throws Exception {
        return pool.submit(() -> 1).get();
    }

    Long computed(Map<String, Long> map) {
        return map.computeIfAbsent("a", key -> System.currentTimeMillis());
    }

    List<String> sorted(List<String> names) {
        names.sort(Comparator.comparing(String::length));
        return names;
    }
}
