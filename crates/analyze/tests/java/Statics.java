package statics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

enum Mode {
    SLOW, FAST
}

class Session {
    private final String id;
    private int hits;
    private final Map<String, String> values = new HashMap<>();

    Session(String id) {
        this.id = id;
    }

    String id() {
        return id;
    }

    int hit() {
        return ++hits;
    }

    String value(String key) {
        return values.get(key);
    }

    void set(String key, String value) {
        values.put(key, value);
    }
}

class Statics {
    static final int LIMIT = 10;
    static final String GREETING = "hello".toUpperCase();
    private static final Map<String, Integer> TABLE = new HashMap<>();
    private static final Map<String, String> CACHE = new ConcurrentHashMap<>();
    private static final Map<String, String> SECOND = new HashMap<>();
    private static final AtomicLong COUNTER = new AtomicLong();
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Object MONITOR = new Object();
    private static final List<String> NAMES = new ArrayList<>();
    private static final int[] TALLY = new int[4];
    private static final ThreadLocal<String> USER = new ThreadLocal<>();
    private static final String NODE = UUID.randomUUID().toString();
    private static final long STARTED = System.currentTimeMillis();
    private static final Session SESSION = new Session("only");
    private static Mode mode = Mode.SLOW;
    private static volatile String never = "never";
    private static int written;
    private static List<List<String>> nested = new ArrayList<>();

    static {
        TABLE.put("a", 1);
        init();
    }

    private static void init() {
        TABLE.put("b", 2);
    }

    public static void main(String[] args) {
        setMode(Mode.FAST);
        put("a", "b");
        remember("x");
        next();
        sizeOfSecond();
        count();
        write(3);
    }

    // Filled once, then only read.
    static int table(String key) {
        return TABLE.get(key);
    }

    static String cached(String key) {
        return CACHE.get(key);
    }

    static void put(String key, String value) {
        CACHE.put(key, value);
    }

    static long next() {
        return COUNTER.incrementAndGet();
    }

    static void count() {
        COUNTER.incrementAndGet();
    }

    static int limit() {
        return LIMIT;
    }

    static String greeting() {
        return GREETING;
    }

    static void setMode(Mode next) {
        mode = next;
    }

    static int speed() {
        switch (mode) {
            case FAST:
                return 2;
            default:
                return 1;
        }
    }

    // Nobody calls the setter.
    static void setNever(String next) {
        never = next;
    }

    static String never() {
        return never;
    }

    // Written and never read.
    static void write(int value) {
        written = value;
    }

    static int locked(String key) {
        LOCK.lock();
        try {
            synchronized (MONITOR) {
                assert key != null;
                return key.length();
            }
        } finally {
            LOCK.unlock();
        }
    }

    static void remember(String name) {
        NAMES.add(name);
        TALLY[name.length() % 4]++;
        USER.set(name);
        nested.get(0).add(name);
    }

    // One by one.
    static String joined() {
        String all = "";
        for (String name : NAMES) {
            all += name;
        }
        return all;
    }

    // How often decides what happens; what is only logged is answered along with it, or the walk ends too early.
    static int walked() {
        int count = 0;
        for (String name : NAMES) {
            System.out.println(name);
            count++;
        }
        return count;
    }

    // As a whole: there is no answer to record but the list itself.
    static void print(java.io.Writer out) throws java.io.IOException {
        out.append(String.valueOf(NAMES));
    }

    static void writeAll(java.io.PrintWriter out) {
        out.print(NAMES);
    }

    static void each(java.io.PrintWriter out) {
        NAMES.forEach(name -> out.print(name));
    }

    static List<String> copy() {
        return new ArrayList<>(NAMES);
    }

    static long longNames() {
        return NAMES.stream().filter(name -> name.length() > 5).count();
    }

    static int tally(int of) {
        return TALLY[of];
    }

    static String user() {
        return USER.get();
    }

    static String node() {
        return NODE;
    }

    static boolean old() {
        return STARTED < 5;
    }

    // Through a parameter, and through an object.
    static int sizeOf() {
        return size(CACHE);
    }

    // The same place as that of the other map: one point for both.
    static int sizeOfSecond() {
        SECOND.put("a", "b");
        return size(SECOND);
    }

    private static int size(Map<String, String> map) {
        return map.size();
    }

    static String session(String key) {
        SESSION.set(key, "x");
        return SESSION.id() + SESSION.hit() + SESSION.value(key);
    }

    static Map<String, String> shared() {
        return CACHE;
    }

    static boolean viaGetter() {
        return shared().isEmpty();
    }

    static int deep() {
        return nested.get(0).size();
    }

    static void nullCheck() {
        if (nested == null) {
            nested = new ArrayList<>();
        }
    }
}
