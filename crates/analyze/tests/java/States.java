package states;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** State in places where it is easy to overlook, and functions that meet data far from where they are made. */
class States {
    private static final Logger LOG = LoggerFactory.getLogger(States.class);

    record Pair<A, B>(A first, B second) {}

    // A field whose type is a type variable.
    private static Pair<String, Long> pair = new Pair<>("a", 1L);

    static void setPair(long x) {
        pair = new Pair<>("b", x);
    }

    static long second() {
        return pair.second();
    }

    static final class Box<E> {
        private E value;

        E get() {
            return value;
        }

        void set(E next) {
            value = next;
        }
    }

    private static final Box<String> BOX = new Box<>();

    static void setBox(String s) {
        BOX.set(s);
    }

    static String boxed() {
        return BOX.get();
    }

    // A box of one's own is nobody's state.
    static String ownBox(String s) {
        Box<String> box = new Box<>();
        box.set(s);
        return box.get();
    }

    // Fields of enum constants.
    enum Level {
        LOW(1), HIGH(9);

        private final int rank;
        private long weight;
        private final Map<String, String> notes = new HashMap<>();

        Level(int rank) {
            this.rank = rank;
        }

        void weigh(long more) {
            weight += more;
            notes.put("k", "v");
        }

        long weight() {
            return weight;
        }

        int rank() {
            return rank;
        }

        String note() {
            return notes.get("k");
        }
    }

    static long heavy(long x) {
        Level.HIGH.weigh(x);
        return Level.HIGH.weight();
    }

    static String note() {
        return Level.LOW.note();
    }

    static int rank() {
        return Level.LOW.rank();
    }

    // A seeded generator depends on how often it was asked; one that is made anew does not.
    private static final Random SEEDED = new Random(42);
    private static final Clock STOPPED = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

    static int drawn() {
        return SEEDED.nextInt(10);
    }

    static int drawnAnew() {
        return new Random(42).nextInt(10);
    }

    static long stopped() {
        return STOPPED.millis();
    }

    // How many there are.
    private static final Set<String> SEEN = new HashSet<>();

    static void see(String s) {
        SEEN.add(s);
    }

    static int seen() {
        return SEEN.size();
    }

    static boolean none() {
        return SEEN.isEmpty();
    }

    // The text of state.
    static final class Counter {
        private long count;

        void up() {
            count++;
        }

        @Override
        public String toString() {
            return "count " + count;
        }
    }

    private static final Counter COUNTER = new Counter();

    static String counted() {
        COUNTER.up();
        return "all: " + COUNTER;
    }

    // What a stream of state hands to a function decides there, though the answer is only logged.
    private static final List<Long> LIST = new ArrayList<>();

    static void logEven(long x) {
        LIST.add(x);
        LOG.info("{}", LIST.stream().filter(v -> v % 2 == 0).count());
    }

    // A function in a collector, a comparator.
    static String partitioned() {
        LOG.info("{}", Stream.of(System.nanoTime(), 4L).collect(Collectors.partitioningBy(v -> v % 2 == 0)));
        return "done";
    }

    static String partitionedArgument(long a) {
        LOG.info("{}", Stream.of(a, 4L).collect(Collectors.partitioningBy(v -> v % 2 == 0)));
        return "done";
    }

    // Put into what a lambda took along, by somebody else.
    private static <E> void give(E value, Consumer<E> to) {
        to.accept(value);
    }

    static Object given() {
        List<Long> list = new ArrayList<>();
        give(System.currentTimeMillis(), v -> list.add(v));
        return list.get(0);
    }

    static Object givenReference() {
        List<Long> list = new ArrayList<>();
        give(System.currentTimeMillis(), list::add);
        return list.get(0);
    }

    // Behind a default method.
    interface Doubles {
        long once();

        default long twice() {
            return 2 * once();
        }
    }

    static long twice() {
        long now = System.currentTimeMillis();
        Doubles doubles = () -> now;
        return doubles.twice();
    }

    // As long as it was made.
    static int sized() {
        return new byte[(int) (System.nanoTime() % 7)].length;
    }

    public static void main(String[] args) {
        setPair(1);
        setBox("a");
        see("b");
        logEven(3);
        Supplier<Object> all = () -> second() + boxed() + ownBox("b") + heavy(1) + note() + rank() + drawn() + drawnAnew()
                + stopped() + seen() + none() + counted() + partitioned() + partitionedArgument(2) + given()
                + givenReference() + twice() + sized();
        System.out.println(all.get());
    }
}
