package app;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.LongBinaryOperator;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** Method references of all kinds, most of them called by libraries. */
public final class References extends Base {
    interface Marker {}

    interface Making<T> extends Serializable {
        T make(String text);
    }

    interface Shape {
        String name();

        default List<String> named(List<String> names) {
            List<String> all = new ArrayList<>();
            names.forEach(all::add);
            all.replaceAll(name()::concat);
            return all;
        }

        static String big(String text) {
            return text.toUpperCase();
        }
    }

    static final Supplier<Thread> WHO = Thread::currentThread;

    /** The object is the argument. */
    static List<Integer> lengths(List<String> texts) {
        List<Integer> all = new ArrayList<>();
        texts.stream().map(String::length).forEach(all::add);
        return all;
    }

    /** What is taken along is of a narrower class than the one that is asked. */
    static int taken(ArrayList<String> list, List<String> more) {
        Consumer<List<String>> add = list::addAll;
        add.accept(more);
        Function<Object, Integer> at = list::indexOf;
        return at.apply("c");
    }

    /** Boxed, unboxed, widened, and given to nobody. */
    static String fitted() {
        ToLongFunction<Integer> wide = Math::abs;
        BiFunction<Integer, Integer, Object> boxed = Math::max;
        ToLongFunction<Integer> unboxed = Integer::intValue;
        LongBinaryOperator longs = Math::floorMod;
        DoubleUnaryOperator doubles = Math::sqrt;
        Consumer<String> dropped = Integer::parseInt;
        dropped.accept("4");
        return wide.applyAsLong(-3) + " " + boxed.apply(1, 2) + " " + unboxed.applyAsLong(5) + " " + longs.applyAsLong(-1, 4)
            + " " + doubles.applyAsDouble(16);
    }

    static String made() {
        Supplier<StringBuilder> empty = StringBuilder::new;
        IntFunction<ArrayList<String>> sized = ArrayList::new;
        Function<String, StringBuilder> filled = StringBuilder::new;
        return empty.get().append(sized.apply(3)).append(filled.apply("!")).toString();
    }

    static void thrown() {
        Function<String, Integer> parse = Integer::valueOf;
        Main.expect(() -> parse.apply("x"));
        Callable<Object> failing = new ArrayList<>().iterator()::next;
        Main.expect(failing::call);
    }

    /** The same reference twice, and once more in the next method: one constant of the class. */
    static String same(String text) {
        Function<String, String> once = String::trim;
        Function<String, String> twice = String::trim;
        return once.apply(text) + twice.apply(text + text);
    }

    static String again(String text) {
        Function<String, String> thrice = String::trim;
        return thrice.apply(text);
    }

    static String inLoop(List<String> texts) {
        StringBuilder all = new StringBuilder();
        for (String text : texts) {
            Consumer<String> append = all::append;
            append.accept(text);
        }
        return all.toString();
    }

    static Object marked(Object object) {
        Supplier<String> text = (Supplier<String> & Marker) object::toString;
        return text instanceof Marker ? text.get() : "not marked";
    }

    /** Of an object of its own class: a method of its superclass. */
    String own() {
        Supplier<String> name = this::inherited;
        return name.get();
    }

    /** What can be stored is left alone. */
    static String stored() throws Exception {
        Making<Integer> making = Integer::valueOf;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(making);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return "made " + ((Making<?>) in.readObject()).make("12");
        }
    }

    static void run() throws Exception {
        List<String> texts = Arrays.asList("a", "bc", "def");
        System.out.println(lengths(texts));
        System.out.println(taken(new ArrayList<>(texts), Arrays.asList("c", "d")));
        System.out.println(fitted());
        System.out.println(made());
        thrown();
        System.out.println(same(" x ") + again(" y "));
        System.out.println(inLoop(texts));
        System.out.println(marked(4));
        System.out.println(new References().own());
        System.out.println(stored());
        Shape circle = () -> "circle ";
        System.out.println(circle.named(texts));
        Function<String, String> big = Shape::big;
        System.out.println(big.apply("big"));
        System.out.println(WHO.get() == Thread.currentThread());
        texts.sort(Comparator.comparing(String::length).reversed());
        System.out.println(texts);
    }
}
