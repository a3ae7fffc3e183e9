package receivers;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;

/** Whom a call reaches depends on the object, and most objects are known. */
class Receivers {
    static final class Item {
        String name = "item";
    }

    static final Item SHARED = new Item();

    static void rename(String name) {
        SHARED.name = name;
    }

    /** An iterator of our own that gives the shared object. */
    static final class Items implements Iterator<Item> {
        private boolean more = true;

        @Override
        public boolean hasNext() {
            return more;
        }

        @Override
        public Item next() {
            more = false;
            return SHARED;
        }
    }

    static String shared() {
        String all = "";
        Items items = new Items();
        while (items.hasNext()) {
            all += items.next().name;
        }
        return all;
    }

    // The iterator of a list is the list's, whatever iterators there are.
    static String listed(List<Item> items) {
        String all = "";
        for (Item item : items) {
            all += item.name;
        }
        return all;
    }

    interface Shape {
        String name();
    }

    static final class Nothing implements Shape {
        @Override
        public String name() {
            return "nothing";
        }
    }

    static final class Named implements Shape {
        private final String name;

        Named(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }
    }

    static final class Moving implements Shape {
        @Override
        public String name() {
            return "at " + System.nanoTime();
        }
    }

    // Cannot change, although nobody says so.
    static final Shape NOTHING = new Nothing();
    static final Shape NAMED = new Named("a name");

    static String still() {
        return NOTHING.name() + NAMED.name();
    }

    // Handed on, it still is what it is.
    static String described() {
        return describe(new Named("another"));
    }

    private static String describe(Shape shape) {
        return shape.name();
    }

    static String moved() {
        return new Moving().name();
    }

    /** Bits that are counted once and asked often. */
    static final class Bits implements Iterable<Integer> {
        private final List<Integer> bits = new ArrayList<>();

        void add(int bit) {
            bits.add(bit);
        }

        @Override
        public Iterator<Integer> iterator() {
            return bits.iterator();
        }
    }

    /** A table of one request. */
    static final class Rows implements Iterable<Integer> {
        private List<Integer> rows;

        Rows(List<Integer> rows) {
            this.rows = rows;
        }

        void cut() {
            rows = rows.subList(0, 1);
        }

        @Override
        public Iterator<Integer> iterator() {
            int size = rows.size();
            return size > 1 ? rows.iterator() : null;
        }
    }

    static final Bits BITS = new Bits();

    static void mark(int bit) {
        BITS.add(bit);
    }

    static int marked() {
        return sum(BITS);
    }

    // The rows are this request's, although what is summed may be the shared bits too.
    static int rows(List<Integer> given) {
        Rows rows = new Rows(given);
        rows.cut();
        return sum(rows);
    }

    private static int sum(Iterable<Integer> numbers) {
        int sum = 0;
        for (int number : numbers) {
            sum += number;
        }
        return sum;
    }

    static final class Weight {
        int grams = 1;
    }

    interface Load {
        Weight weight();
    }

    /** A load that all share and that grows, and makes a weight whenever it is asked. */
    static final class Pile implements Load {
        private int stones;

        @Override
        public Weight weight() {
            stones++;
            return new Weight();
        }
    }

    /** A load of one request that has its weight in it. */
    static final class Stone implements Load {
        private Weight weight = new Weight();

        @Override
        public Weight weight() {
            return weight;
        }

        void cut() {
            weight = new Weight();
        }
    }

    static final Load PILE = new Pile();

    // The weight of the pile is not in the pile; that of a stone is in the stone, which nobody shares.
    static int weighed() {
        Stone stone = new Stone();
        stone.cut();
        return weigh(PILE) + weigh(stone);
    }

    private static int weigh(Load load) {
        return load.weight().grams;
    }

    // What is called is the function that was made here, not the other one.
    static String fixed() {
        return given(() -> "fixed", new Receivers());
    }

    static String timed() {
        Supplier<String> clock = () -> "at " + System.currentTimeMillis();
        return clock.get();
    }

    private static String given(Supplier<String> supplier, Receivers receiver) {
        return supplier.get() + receiver.hashCode();
    }

    @Override
    public int hashCode() {
        return 1;
    }

    enum Step {
        STAY {
            @Override
            long go(long from) {
                return from;
            }
        },
        WALK {
            @Override
            long go(long from) {
                return from + System.nanoTime();
            }
        };

        abstract long go(long from);
    }

    // The constants are looked up by the JDK, and each answers for itself.
    static long gone(String name) {
        return Step.valueOf(name).go(1);
    }

    private static final class Still implements Shape {
        @Override
        public String name() {
            return "still " + System.currentTimeMillis();
        }
    }

    // Comes back from a method and a function, and is what it is.
    static String returned() {
        Supplier<Shape> made = Still::new;
        return made.get().name() + still(new Still()).name();
    }

    private static Still still(Still given) {
        return given;
    }

    public static void main(String[] arguments) {
        rename(shared() + listed(new ArrayList<>()) + still() + described() + moved());
        mark(marked() + rows(new ArrayList<>()));
        System.out.println(weighed() + fixed() + timed() + gone(arguments[0]) + returned());
    }
}
