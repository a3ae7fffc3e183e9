package functions;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/** Functions in fields: most keep nothing, and then they are no state. */
class Functions {
    static final Comparator<String> BY_LENGTH = Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder());
    static final Function<String, String> TRIM = String::trim;
    static final String SUFFIX = "!";
    static final Function<String, String> MARKED = marked(SUFFIX);
    static final Function<Integer, Integer> TWICE_AND_ONE = ((Function<Integer, Integer>) n -> n * 2).andThen(n -> n + 1);

    /** What a lambda took along and changes. */
    static final IntSupplier COUNTER = counter();
    /** A map inside a lambda that is handed to a library. */
    static final Function<String, Integer> LENGTHS = remembered(String::length);
    /** A map inside a lambda that nothing changes. */
    static final Function<String, String> NAMES = named();
    /** Inside a lambda that another one took along. */
    static final ToIntFunction<String> PLUS_ONE = plusOne(met());
    /** Inside what a library makes of it. */
    static final Comparator<String> RANKED = Comparator.comparing(ranks());
    /** An object of ours that keeps its answer. */
    static final Supplier<Double> LAZY = new Once(() -> 2.5);
    /** Inside one that keeps nothing itself. */
    static final Supplier<Double> HALF = new Half(new Once(() -> 5.0));
    /** One that keeps nothing. */
    static final Supplier<Double> EAGER = new Constant(2.5);
    /** Another one by now. */
    static BooleanSupplier enabled = () -> true;
    /** Took along what is different in every process. */
    static final Supplier<Long> STARTED = started(System.currentTimeMillis());
    /** Asks each time, and the call inside says so. */
    static final Supplier<Long> NOW = () -> System.currentTimeMillis();

    static Function<String, String> marked(String suffix) {
        return text -> text + suffix;
    }

    static IntSupplier counter() {
        int[] count = new int[1];
        return () -> ++count[0];
    }

    static Function<String, Integer> remembered(Function<String, Integer> work) {
        Map<String, Integer> known = new ConcurrentHashMap<>();
        return text -> {
            Integer found = known.get(text);
            if (found == null) {
                found = work.apply(text);
                known.put(text, found);
            }
            return found;
        };
    }

    static Function<String, String> named() {
        Map<String, String> names = new HashMap<>();
        names.put("a", "Anna");
        return key -> names.get(key);
    }

    static ToIntFunction<String> plusOne(Function<String, Integer> inside) {
        return text -> inside.apply(text) + 1;
    }

    static Function<String, Integer> ranks() {
        List<String> met = new ArrayList<>();
        return text -> {
            if (!met.contains(text)) {
                met.add(text);
            }
            return met.indexOf(text);
        };
    }

    static Function<String, Integer> met() {
        List<String> met = new ArrayList<>();
        return text -> {
            met.add(text);
            return met.size();
        };
    }

    static Supplier<Long> started(long at) {
        return () -> at;
    }

    static final class Once implements Supplier<Double> {
        private final Supplier<Double> work;
        private Double kept;

        Once(Supplier<Double> work) {
            this.work = work;
        }

        @Override
        public Double get() {
            if (kept == null) {
                kept = work.get();
            }
            return kept;
        }
    }

    static final class Half implements Supplier<Double> {
        private final Supplier<Double> whole;

        Half(Supplier<Double> whole) {
            this.whole = whole;
        }

        @Override
        public Double get() {
            return whole.get() / 2;
        }
    }

    static final class Constant implements Supplier<Double> {
        private final double value;

        Constant(double value) {
            this.value = value;
        }

        @Override
        public Double get() {
            return value;
        }
    }

    static void switchOff() {
        enabled = () -> false;
    }

    int count() {
        return COUNTER.getAsInt();
    }

    int length(String text) {
        return LENGTHS.apply(text);
    }

    String name(String key) {
        return NAMES.apply(key) + TRIM.apply(key) + MARKED.apply(key);
    }

    int plusOne(String text) {
        return PLUS_ONE.applyAsInt(text) + TWICE_AND_ONE.apply(1);
    }

    void sort(List<String> texts) {
        texts.sort(BY_LENGTH);
        texts.sort(RANKED);
    }

    double values() {
        return LAZY.get() + EAGER.get() + HALF.get();
    }

    String state() {
        return enabled.getAsBoolean() ? "on" : "off";
    }

    long age() {
        return NOW.get() - STARTED.get();
    }

    public static void main(String[] arguments) {
        Functions functions = new Functions();
        List<String> texts = new ArrayList<>(List.of(arguments));
        functions.sort(texts);
        if (functions.count() > 1) {
            switchOff();
        }
        System.out.println(texts + functions.name("a") + functions.plusOne("b") + functions.length("c"));
        System.out.println(functions.values() + functions.state() + functions.age());
    }
}
