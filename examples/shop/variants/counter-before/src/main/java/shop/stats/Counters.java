package shop.stats;

import java.util.concurrent.atomic.AtomicLong;

/** What the shop counts about itself since it started. */
public final class Counters {
    private static final AtomicLong ORDERS = new AtomicLong();
    private static volatile long startedAt;
    private static volatile long lastOrderAt;
    /** Not atomic on purpose: a lost hit is cheaper than a contended one. */
    private static long hits;

    private Counters() {}

    public static void start() {
        startedAt = System.currentTimeMillis();
    }

    public static void hit() {
        hits++;
    }

    public static long hits() {
        return hits;
    }

    /** Counts an order and tells the how-manieth it is. */
    public static long orderPlaced() {
        lastOrderAt = System.currentTimeMillis();
        return ORDERS.getAndIncrement();
    }

    public static long orders() {
        return ORDERS.get();
    }

    public static long uptimeMillis() {
        return System.currentTimeMillis() - startedAt;
    }

    /** Milliseconds since the last order, or null where there has been none. */
    public static Long sinceLastOrder() {
        long last = lastOrderAt;
        return last == 0 ? null : System.currentTimeMillis() - last;
    }
}
