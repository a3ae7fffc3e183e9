package tools;

import java.util.Random;

/** A library of which no rule knows anything. */
public final class Ids {
    private static final Random RANDOM = new Random();
    private static long slowest;

    private Ids() {}

    /** The time, two calls down. */
    public static String next() {
        return prefix() + Long.toString(millis(), 36);
    }

    private static long millis() {
        return System.currentTimeMillis();
    }

    /** Nothing that varies. */
    public static String prefix() {
        return "id-";
    }

    /** Chance, from a generator of its own. */
    public static int lottery(int most) {
        return RANDOM.nextInt(most);
    }

    /** Into what the caller hands over. */
    public static void stamp(long[] into) {
        into[0] = System.nanoTime();
    }

    /** Measures itself, which changes nothing that it gives. */
    public static int sum(int a, int b) {
        long start = System.nanoTime();
        int sum = a + b;
        slowest = Math.max(slowest, System.nanoTime() - start);
        return sum;
    }

    /** Machinery that knows the time; whoever asks it is recorded there. */
    public static Engine engine() {
        return new Engine(System.currentTimeMillis());
    }
}
