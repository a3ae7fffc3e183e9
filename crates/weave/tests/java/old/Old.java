package app;

/** What compilers made before there were frames and lambdas. */
public class Old {
    private final Object one;
    private Object two;
    private static long total = 3;

    Old(Object one, long number) {
        super();
        this.one = one;
        if (number > 2) two = new Old[] {this};
    }

    Old(boolean first) { this(first ? pick(1) : pick("x"), first ? twice(1) : twice(2L)); }

    static long twice(long x) { return 2 * x; }

    static Object pick(int i) { return i > 0 ? (Object) Integer.valueOf(i) : "none"; }

    static Object pick(String s) {
        if (s.length() == 0) throw new IllegalArgumentException("empty");
        return s;
    }

    static Object choose(int i) { return i == 0 ? new Old(pick(i), twice(i)) : i == 1 ? (Object) new StringBuilder(pick("y").toString()) : pick(""); }

    String loop(Object[] things) {
        String all = "";
        for (int i = 0; i < things.length; i++) {
            Object thing = things[i];
            try {
                all += pick(thing.toString()) + ",";
            } catch (IllegalArgumentException e) {
                all += e.getMessage() + ";";
            } finally {
                total += twice(i);
            }
        }
        return all;
    }

    synchronized int nested(int[][] grid, Comparable<Object> other) {
        int sum = 0;
        synchronized (grid) {
            for (int[] row : grid) for (int cell : row) sum += cell > 2 ? (int) twice(cell) : cell;
        }
        return sum + other.compareTo("a");
    }

    @SuppressWarnings("unchecked")
    public static void main(String[] args) {
        Old old = new Old(true);
        System.out.println(old.one + " " + (new Old(false).two != null));
        System.out.println(choose(0) instanceof Old);
        System.out.println(choose(1));
        try {
            choose(2);
        } catch (IllegalArgumentException e) {
            System.out.println("caught " + e.getMessage());
        }
        System.out.println(old.loop(new Object[] {"p", "", Integer.valueOf(4)}) + total);
        System.out.println(old.nested(new int[][] {{1, 2}, {3}}, (Comparable<Object>) (Object) "b"));
    }
}
