package known;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What analyses like this one are known to miss, or to find too much of. */
class Known {
    private static final Logger LOG = LoggerFactory.getLogger(Known.class);

    // As Kotlin makes them: an object of its own class in a static field, with nothing in it that changes.
    public static final Known INSTANCE = new Known();
    public static final Companion Companion = new Companion();

    static final class Companion {
        private final int size = 3;

        int size() {
            return size;
        }
    }

    int viaInstance() {
        return INSTANCE.constant() + Companion.size();
    }

    private int constant() {
        return 7;
    }

    // A branch by a logger's level.
    void debug(String name) {
        if (LOG.isDebugEnabled()) {
            LOG.debug("{} at {}", name, System.currentTimeMillis());
        }
    }

    void asserted(String name) {
        assert !name.isEmpty() : name;
    }

    enum Color {
        RED, GREEN
    }

    int switched(Color color) {
        switch (color) {
            case RED:
                return 1;
            default:
                return 2;
        }
    }

    // Futures call back.
    CompletableFuture<String> future() {
        return CompletableFuture.supplyAsync(() -> System.nanoTime()).thenApply(time -> "at " + time);
    }

    // Hashing calls hashCode of some class, not of every class.
    boolean hashed(List<String> names) {
        Map<Object, String> map = new HashMap<>();
        map.put(names, "a");
        return map.containsKey(names);
    }

    static final class Key {
        final String name;

        Key(String name) {
            this.name = name;
        }

        @Override
        public int hashCode() {
            return Objects.hash(name);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key && ((Key) other).name.equals(name);
        }
    }

    // Only logged, though through a method that returns it.
    static final class Event {
        private final long at = System.currentTimeMillis();

        @Override
        public String toString() {
            return "event at " + at;
        }
    }

    void logEvent() {
        LOG.info("{}", new Event());
    }

    // Missed: nobody knows that the two lists are one.
    List<Long> twoNames() {
        List<Long> inner = new ArrayList<>();
        List<List<Long>> outer = new ArrayList<>();
        outer.add(inner);
        outer.get(0).add(System.currentTimeMillis());
        return inner;
    }

    // A lazily made object: the check for null is no decision, what is read from the object is recorded.
    private static Map<String, String> lazy;

    static Map<String, String> lazy() {
        if (lazy == null) {
            lazy = new ConcurrentHashMap<>();
        }
        return lazy;
    }

    static String lookup(String key) {
        return lazy().get(key);
    }

    public static void main(String[] args) {
        lookup("a");
    }
}
