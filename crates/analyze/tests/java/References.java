package references;

import java.io.File;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Method references to what is different every time, called by other names and by libraries. */
class References {
    interface TimeSource {
        long now();
    }

    interface Environment {
        String get(String name);
    }

    interface Mixing {
        void mix(List<String> list);
    }

    static class Clocked {
        private final TimeSource time;

        Clocked(TimeSource time) {
            this.time = time;
        }

        boolean isLate(long at) {
            return time.now() > at;
        }
    }

    boolean late() {
        return new Clocked(System::currentTimeMillis).isLate(4);
    }

    long asked() {
        TimeSource time = System::nanoTime;
        return time.now();
    }

    // Not the clock.
    long fixed() {
        TimeSource four = () -> 4;
        return four.now();
    }

    boolean configured() {
        return on(System::getenv);
    }

    private static boolean on(Environment environment) {
        return environment.get("ON") != null;
    }

    String mixed(List<String> names) {
        Mixing mixing = Collections::shuffle;
        List<String> copy = new ArrayList<>(names);
        mixing.mix(copy);
        return copy.get(0);
    }

    List<String> mapped(List<String> names) {
        return names.stream().map(System::getenv).toList();
    }

    List<UUID> generated() {
        return Stream.generate(UUID::randomUUID).limit(3).toList();
    }

    Object[] array() {
        return Stream.generate(UUID::randomUUID).limit(3).toArray();
    }

    Optional<UUID> first() {
        return Stream.generate(UUID::randomUUID).findFirst();
    }

    int[] drawn() {
        return new Random().ints(3).toArray();
    }

    double mean() {
        return new Random().ints(4).summaryStatistics().getAverage();
    }

    List<Double> boxed() {
        return new Random().doubles(3).boxed().toList();
    }

    // Drawn from a fixed seed.
    int[] seeded() {
        return new Random(3).ints(3).toArray();
    }

    /* Called by libraries, and given to nobody. */

    static final Map<String, String> NAMES = new HashMap<>();
    static final AtomicLong CALLS = new AtomicLong();

    public static void main(String[] args) {
        NAMES.put(args[0], args[1]);
        CALLS.incrementAndGet();
    }

    void deleted(List<File> files) {
        files.forEach(File::delete);
    }

    void replaced(List<String> names) {
        names.replaceAll(System::getenv);
    }

    String computed(Map<String, String> known, String name) {
        return known.computeIfAbsent(name, System::getenv);
    }

    int[] diced() {
        Random dice = new Random();
        return IntStream.generate(dice::nextInt).limit(2).toArray();
    }

    // From a fixed seed.
    int[] dicedAgain() {
        Random dice = new Random(3);
        return IntStream.generate(dice::nextInt).limit(2).toArray();
    }

    String made() {
        Supplier<Date> now = Date::new;
        return now.get().toString();
    }

    boolean twice(Optional<Long> first, Optional<Long> second) {
        return first.orElseGet(System::nanoTime) > second.orElseGet(System::nanoTime);
    }

    /* What is shared and asked by reference. */

    List<String> named(List<String> ids) {
        return ids.stream().map(NAMES::get).toList();
    }

    boolean removed(List<String> ids) {
        return ids.removeIf(NAMES::containsKey);
    }

    long counted() {
        return LongStream.generate(CALLS::incrementAndGet).limit(2).sum();
    }

    // Asked of a map of its own.
    List<String> own(List<String> ids) {
        Map<String, String> names = new HashMap<>();
        ids.forEach(id -> names.put(id, id));
        return ids.stream().map(names::get).toList();
    }

    // What gives nothing that is used is no point.
    void dropped(List<String> names) {
        names.forEach(System::getenv);
    }

    interface Stored extends Supplier<UUID>, Serializable {}

    // What can be stored stays as it is; a warning says so.
    UUID stored() {
        Stored stored = UUID::randomUUID;
        return stored.get();
    }
}
