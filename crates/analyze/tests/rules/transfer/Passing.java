package sample;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

class Passing {
    private static final Map<String, String> FILLED = new HashMap<>();
    private static final Map<String, String> CACHE = new ConcurrentHashMap<>();
    private static final AtomicInteger COUNTER = new AtomicInteger();
    private static final AtomicInteger CONSTANT = new AtomicInteger(3);
    private static final AtomicReference<String> CURRENT = new AtomicReference<>("");
    private static final LongAdder SUM = new LongAdder();
    private static final ThreadLocal<String> USER = new ThreadLocal<>();
    private static final ConcurrentLinkedQueue<String> QUEUE = new ConcurrentLinkedQueue<>();

    static {
        FILLED.put("a", "b");
    }

    public static void main(String[] args) {
        put("a", "b");
        next();
        set("a");
        USER.set("me");
        QUEUE.add("a");
    }

    // How many there are does not depend on what they are.
    boolean counted() {
        List<Long> times = new ArrayList<>();
        times.add(System.nanoTime());
        return times.isEmpty();
    }

    long gotten() {
        List<Long> times = new ArrayList<>();
        times.add(System.nanoTime());
        return times.get(0);
    }

    long copied() {
        long[] from = {System.nanoTime()};
        long[] to = new long[1];
        System.arraycopy(from, 0, to, 0, 1);
        return to[0];
    }

    long filled() {
        long[] all = new long[2];
        Arrays.fill(all, System.nanoTime());
        return all[1];
    }

    List<Long> added() {
        List<Long> all = new ArrayList<>();
        Collections.addAll(all, System.nanoTime());
        return all;
    }

    byte read() throws IOException {
        byte[] buffer = new byte[1];
        new ByteArrayInputStream(new byte[] {(byte) System.nanoTime()}).read(buffer);
        return buffer[0];
    }

    long computed(ExecutorService pool) throws Exception {
        return pool.submit(() -> System.nanoTime()).get();
    }

    // The pool is none the richer for it.
    String other(ExecutorService pool) throws Exception {
        pool.submit(() -> System.nanoTime());
        return pool.submit(() -> "constant").get();
    }

    static String table(String key) {
        return FILLED.get(key);
    }

    static String cached(String key) {
        return CACHE.getOrDefault(key, "");
    }

    static void put(String key, String value) {
        CACHE.put(key, value);
    }

    static int next() {
        SUM.increment();
        return COUNTER.incrementAndGet();
    }

    static int constant() {
        return CONSTANT.get();
    }

    static long sum() {
        return SUM.sum();
    }

    static void set(String value) {
        CURRENT.set(value);
    }

    static String current() {
        return CURRENT.get();
    }

    static String user() {
        return USER.get();
    }

    static String queued() {
        return QUEUE.peek();
    }
}
