package app;

import java.util.function.Function;

/** Lambdas, bridges, inherited and static initialisers. */
class Generic {
    static class Box<T extends Comparable<T>> implements Comparable<Box<T>> {
        final T held;

        Box(T held) { this.held = held; }

        @Override
        public int compareTo(Box<T> other) { return held.compareTo(other.held); }

        <R extends Comparable<R>> Box<R> map(Function<? super T, ? extends R> f) { return new Box<R>(f.apply(held)); }
    }

    static class Lazy {
        static final String VALUE;

        static {
            VALUE = make();
        }

        static String make() { return "made"; }
    }

    static <T extends Comparable<T>> T max(T one, T other) { return one.compareTo(other) >= 0 ? one : other; }

    static void run() {
        Comparable<Box<String>> a = new Box<>("a");
        System.out.println(a.compareTo(new Box<>("b")));
        System.out.println(new Box<>(4).map(x -> "n" + x).held);
        System.out.println(Lazy.VALUE);
        System.out.println(max("x", "y") + max(2, 1));
    }
}
