package references;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
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
}
