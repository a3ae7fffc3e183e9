package app;

/** Constructors as bodies, calls before {@code super}, and what is constructed. */
class Constructors {
    static class Base {
        final long base;

        Base(long base, double d) { this.base = base + (long) d; }
    }

    static class Derived extends Base {
        int sum;

        Derived(int x) {
            super(twice(x), half(x));
            for (int i = 0; i < x; i++) sum += i;
            if (x < 0) throw new IllegalArgumentException("negative");
        }

        Derived(String text) { this(text == null ? -1 : text.length()); }
    }

    /** What follows {@code super} begins with the head of a loop. */
    static class Looping {
        static int left = 3;

        Looping() {
            while (left > 0) left--;
        }
    }

    static class Pair {
        final Object one;
        final Object two;

        Pair(Object one, Object two) {
            this.one = one;
            this.two = two;
        }

        public String toString() { return one + "/" + two; }
    }

    static int twice(int x) { return 2 * x; }

    static double half(int x) {
        if (x == 13) throw new IllegalStateException("unlucky");
        return x / 2d;
    }

    static Object choose(boolean first) { return first ? new Pair(twice(1), "a") : new Derived(twice(2)); }

    static Pair deep(int x) {
        return new Pair(new Pair(twice(x), half(x)), x > 1 ? new Pair(half(1), twice(x)) : twice(7));
    }

    static void run() {
        System.out.println(new Derived(3).sum);
        System.out.println(new Derived("four").base);
        Main.expect(() -> new Derived(-2));
        Main.expect(() -> new Derived(13));
        new Looping();
        System.out.println(Looping.left);
        System.out.println(choose(true) + " " + ((Derived) choose(false)).sum);
        System.out.println(deep(1) + " " + deep(2));
    }
}
