package java.lang;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.regex.Pattern;

/** The JDK's own collections, views, times, buffers, lambdas and proxies. */
final class RetakeValuesOfTheJdk {
    private RetakeValuesOfTheJdk() {}

    /** An order that is a class of its own. */
    static final class Shorter implements Comparator<String> {
        final int sign;

        Shorter(int sign) {
            this.sign = sign;
        }

        @Override
        public int compare(String a, String b) {
            return sign * (a.length() != b.length() ? a.length() - b.length() : a.compareTo(b));
        }
    }

    /** A handler that is data. */
    static final class Fixed implements java.lang.reflect.InvocationHandler {
        final Map<String, Object> answers;

        Fixed(Map<String, Object> answers) {
            this.answers = answers;
        }

        @Override
        public Object invoke(Object self, java.lang.reflect.Method method, Object[] args) {
            return answers.get(method.getName());
        }
    }

    /** A handler that is none. */
    static final class Live implements java.lang.reflect.InvocationHandler {
        final Thread worker = Thread.currentThread();

        @Override
        public Object invoke(Object self, java.lang.reflect.Method method, Object[] args) {
            return null;
        }
    }

    interface Copied<A, B> extends Function<A, B>, Serializable {}

    /** A list of the application whose methods must not run while it is copied. */
    static final class Guarded extends java.util.AbstractList<String> {
        static boolean copying;
        final String[] held = {"a", "b"};

        @Override
        public String get(int index) {
            return held[alive(index)];
        }

        @Override
        public int size() {
            return alive(held.length);
        }

        private static int alive(int value) {
            if (copying) {
                throw new IllegalStateException("the runtime never runs the application's code");
            }
            return value;
        }
    }

    static void all() {
        collections();
        orders();
        queues();
        views();
        times();
        scalars();
        buffers();
        functions();
    }

    private static void collections() {
        Map<TimeUnit, Object> units = new EnumMap<>(TimeUnit.class);
        units.put(TimeUnit.DAYS, "d");
        same("enum map, some", units);
        same("enum map, none", new EnumMap<>(TimeUnit.class));
        Object key = new String("k");
        Map<Object, Object> identity = new IdentityHashMap<>();
        identity.put(key, key);
        identity.put(new String("k"), 2);
        RetakeValues.check("identity map", identity, (a, b) -> {
            Map<?, ?> built = (Map<?, ?>) b;
            int own = 0;
            for (Map.Entry<?, ?> entry : built.entrySet()) {
                own += built.get(entry.getKey()) == entry.getValue() ? 1 : 0;
            }
            return b.getClass() == IdentityHashMap.class && built.size() == 2 && own == 2;
        });
        Map<Object, Object> table = new Hashtable<>();
        for (int i = 0; i < 40; i++) {
            table.put("key " + i * 7919, i);
        }
        RetakeValues.check("hash table", table, RetakeValuesOfTheJdk::sameOrder);
        java.util.Properties settings = new java.util.Properties();
        settings.setProperty("a", "b");
        same("properties", settings);
        BitSet bits = new BitSet();
        bits.set(3);
        bits.set(700);
        same("bit set", bits);
        Map<String, Object> recent = new LinkedHashMap<>(16, 0.75f, true);
        recent.put("a", 1);
        recent.put("b", 2);
        RetakeValues.check("map by access", recent, (a, b) -> {
            ((Map<?, ?>) b).get("a");
            return b.toString().equals("{b=2, a=1}") && a.toString().equals("{a=1, b=2}");
        });
        same("stack", pushed());
        same("set of a concurrent map", keys());
        same("sorted concurrent map", new ConcurrentSkipListMap<>(Collections.singletonMap("a", 1)));
        same("sorted concurrent set", new ConcurrentSkipListSet<>(Arrays.asList("a", "b")));
        RetakeValues.check("empty list, itself", Collections.emptyList(), (a, b) -> a == b);
        RetakeValues.check("empty set, itself", Collections.emptySet(), (a, b) -> a == b);
        RetakeValues.check("empty map, itself", Collections.emptyMap(), (a, b) -> a == b);
        kept("singleton list", Collections.singletonList("a"));
        kept("singleton set", Collections.singleton("a"));
        kept("fixed list, of its class", Arrays.asList("a", null));
    }

    private static Object pushed() {
        java.util.Stack<Object> stack = new java.util.Stack<>();
        stack.push("a");
        stack.push("b");
        return stack;
    }

    private static Object keys() {
        java.util.Set<Object> keys = ConcurrentHashMap.newKeySet();
        keys.add("a");
        return keys;
    }

    private static void orders() {
        List<String> words = Arrays.asList("ccc", "a", "bb");
        TreeSet<String> reversed = new TreeSet<>(Collections.reverseOrder());
        reversed.addAll(words);
        RetakeValues.check("tree set, reversed", reversed, RetakeValuesOfTheJdk::sameOrder);
        TreeSet<String> natural = new TreeSet<>(Comparator.<String>naturalOrder());
        natural.addAll(words);
        RetakeValues.check("tree set, natural", natural, RetakeValuesOfTheJdk::sameOrder);
        TreeMap<String, Object> lengths = new TreeMap<>(new Shorter(-1));
        for (String word : words) {
            lengths.put(word, word.length());
        }
        RetakeValues.check("tree map with an order", lengths, (a, b) -> sameOrder(a, b)
                && ((Shorter) ((TreeMap<?, ?>) b).comparator()).sign == -1);
        TreeMap<String, Object> caseless = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        caseless.put("Accept", "x");
        RetakeValues.check("tree map without case", caseless,
                (a, b) -> "x".equals(((Map<?, ?>) b).get("ACCEPT")) && ((TreeMap<?, ?>) b).comparator() == String.CASE_INSENSITIVE_ORDER);
        PriorityQueue<String> longest = new PriorityQueue<>(new Shorter(-1));
        longest.addAll(words);
        RetakeValues.check("priority queue with an order", longest, (a, b) -> "ccc".equals(((PriorityQueue<?>) b).poll()));
        // Of the order nothing is known that another process could use.
        RetakeValues.opaque("tree map with a lambda's order", new TreeMap<String, Object>((a, b) -> b.compareTo(a)));
    }

    private static void queues() {
        List<String> words = Arrays.asList("a", "b");
        bounded("bounded queue", new ArrayBlockingQueue<>(5, false, words), 3);
        bounded("linked queue, bounded", filled(new LinkedBlockingQueue<>(7), words), 5);
        bounded("linked queue", filled(new LinkedBlockingQueue<>(), words), Integer.MAX_VALUE - 2);
        bounded("linked deque", filled(new LinkedBlockingDeque<>(4), words), 2);
        bounded("priority blocking queue", filled(new PriorityBlockingQueue<>(), words), Integer.MAX_VALUE);
        RetakeValues.check("concurrent queue", new ConcurrentLinkedQueue<>(words), RetakeValuesOfTheJdk::sameOrder);
        RetakeValues.check("concurrent deque", new ConcurrentLinkedDeque<>(words), RetakeValuesOfTheJdk::sameOrder);
    }

    private static <Q extends Collection<String>> Q filled(Q queue, List<String> words) {
        queue.addAll(words);
        return queue;
    }

    private static void bounded(String name, Object queue, int room) {
        RetakeValues.check(name, queue,
                (a, b) -> sameOrder(a, b) && ((java.util.concurrent.BlockingQueue<?>) b).remainingCapacity() == room);
    }

    private static void views() {
        Map<String, Object> map = new HashMap<>();
        map.put("one", 1);
        map.put("two", 2);
        same("keys of a map", map.keySet());
        RetakeValues.check("values of a map", map.values(), RetakeValuesOfTheJdk::sameOrder);
        same("entries of a map", map.entrySet());
        TreeMap<String, Object> tree = new TreeMap<>(map);
        same("head of a tree map", tree.headMap("p"));
        same("keys of a tree map", tree.keySet());
        same("descending map", tree.descendingMap());
        same("sub list of a fixed list", Arrays.asList("a", "b", "c").subList(1, 3));
        same("sub list of a linked list", new java.util.LinkedList<>(Arrays.asList("a", "b", "c")).subList(1, 3));
        kept("unmodifiable map", Collections.unmodifiableMap(map));
        kept("unmodifiable set", Collections.unmodifiableSet(new HashSet<>(map.keySet())));
        kept("unmodifiable sorted map", Collections.unmodifiableNavigableMap(tree));
        kept("synchronized map, of its class", Collections.synchronizedMap(map));
        kept("synchronized list", Collections.synchronizedList(new ArrayList<>(map.keySet())));
        kept("entry", new java.util.AbstractMap.SimpleEntry<>("k", "v"));
        Guarded.copying = true;
        Object view = Collections.unmodifiableList(new Guarded());
        RetakeValues.check("view of the application's list", view, (a, b) -> {
            Guarded.copying = false;
            return a.equals(b) && a.getClass() == b.getClass();
        });
        Guarded.copying = false;
    }

    private static void times() {
        same("local time", java.time.LocalTime.of(1, 2, 3, 4));
        same("offset time", java.time.OffsetTime.parse("10:15:30+01:00"));
        same("period", java.time.Period.of(1, 2, 3));
        same("year", java.time.Year.of(2024));
        same("year and month", java.time.YearMonth.of(2024, 2));
        same("month and day", java.time.MonthDay.of(2, 29));
        same("zone offset", java.time.ZoneOffset.ofHours(2));
        same("day of the week", java.time.DayOfWeek.FRIDAY);
        same("Japanese date", java.time.chrono.JapaneseDate.of(2024, 2, 29));
        same("Islamic date", java.time.chrono.HijrahDate.now());
        same("Thai date", java.time.chrono.ThaiBuddhistDate.of(2567, 2, 29));
        RetakeValues.check("chronology", java.time.chrono.IsoChronology.INSTANCE, (a, b) -> a == b);
        same("zone rules", java.time.ZoneId.of("Europe/Paris").getRules());
        same("week", java.time.temporal.WeekFields.of(Locale.FRANCE));
        same("clock, fixed", java.time.Clock.fixed(java.time.Instant.EPOCH, java.time.ZoneOffset.UTC));
        same("calendar", new java.util.GregorianCalendar(2024, 1, 29, 12, 30));
        same("time zone", java.util.TimeZone.getTimeZone("America/New_York"));
        same("number format", java.text.NumberFormat.getInstance(Locale.GERMANY));
        same("date format", new java.text.SimpleDateFormat("yyyy-MM-dd", Locale.ROOT));
    }

    private static void scalars() {
        RetakeValues.check("pattern", Pattern.compile("a(b+)\\1", Pattern.CASE_INSENSITIVE | Pattern.COMMENTS),
                (a, b) -> ((Pattern) b).pattern().equals("a(b+)\\1") && ((Pattern) b).flags() == ((Pattern) a).flags()
                        && ((Pattern) b).matcher("ABB").lookingAt());
        same("locale that no tag names", new Locale("no", "NO", "NY"));
        same("locale with an extension", Locale.forLanguageTag("de-DE-u-co-phonebk"));
        RetakeValues.check("atomic integer", new AtomicInteger(7), (a, b) -> ((AtomicInteger) b).get() == 7);
        RetakeValues.check("atomic boolean", new AtomicBoolean(true), (a, b) -> ((AtomicBoolean) b).get());
        RetakeValues.check("atomic reference", new AtomicReference<>("x"), (a, b) -> "x".equals(((AtomicReference<?>) b).get()));
        RetakeValues.check("atomic array", new AtomicIntegerArray(new int[] {1, 2}), (a, b) -> ((AtomicIntegerArray) b).get(1) == 2);
        LongAdder adder = new LongAdder();
        adder.add(41);
        adder.increment();
        RetakeValues.check("adder", adder, (a, b) -> ((LongAdder) b).sum() == 42);
        RetakeValues.check("buffer of text", new StringBuffer("abc"), (a, b) -> a.toString().equals(b.toString()));
        same("host", address());
        same("optional number", java.util.OptionalInt.of(3));
        RetakeValues.check("joiner", new java.util.StringJoiner(",").add("a").add("b"), (a, b) -> b.toString().equals("a,b"));
    }

    private static Object address() {
        try {
            return java.net.InetAddress.getByAddress("host", new byte[] {127, 0, 0, 1});
        } catch (java.net.UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void buffers() {
        ByteBuffer bytes = ByteBuffer.wrap(new byte[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 2, 7).slice();
        bytes.order(ByteOrder.LITTLE_ENDIAN).position(1);
        RetakeValues.check("byte buffer", bytes, (a, b) -> {
            ByteBuffer built = (ByteBuffer) b;
            return a.equals(b) && built.order() == ByteOrder.LITTLE_ENDIAN && built.getInt() == bytes.getInt()
                    && built.position() == 5 && built.get(0) == 2;
        });
        ByteBuffer fixed = ByteBuffer.wrap(new byte[] {1, 2, 3}).asReadOnlyBuffer();
        RetakeValues.check("byte buffer, read-only", fixed, (a, b) -> a.equals(b) && ((ByteBuffer) b).isReadOnly());
        same("character buffer", CharBuffer.wrap(new char[] {'a', 'b', 'c'}, 1, 2).slice());
        RetakeValues.opaque("byte buffer outside of the heap", ByteBuffer.allocateDirect(3));
        RetakeValues.opaque("view of a byte buffer", ByteBuffer.allocate(8).asIntBuffer());
    }

    private static void functions() {
        String prefix = "x";
        int[] added = {3};
        RetakeValues.check("lambda, serialisable", (Copied<String, String>) text -> prefix + text + added[0],
                (a, b) -> "xy3".equals(((Copied<String, Object>) b).apply("y")));
        RetakeValues.check("method reference, serialisable", (Copied<String, Integer>) String::length,
                (a, b) -> ((Copied<String, Object>) b).apply("four").equals(4));
        RetakeValues.opaque("lambda that holds a thread", held(Thread.currentThread()));
        Object proxy = java.lang.reflect.Proxy.newProxyInstance(ClassLoader.getSystemClassLoader(),
                new Class<?>[] {CharSequence.class, Comparable.class}, new Fixed(Collections.singletonMap("length", 9)));
        RetakeValues.check("proxy", proxy, (a, b) -> ((CharSequence) b).length() == 9 && b instanceof Comparable && a != b);
        RetakeValues.check("annotation", FunctionalInterface.class.getAnnotations()[0], Object::equals);
        RetakeValues.opaque("proxy of something live", java.lang.reflect.Proxy.newProxyInstance(
                ClassLoader.getSystemClassLoader(), new Class<?>[] {Runnable.class}, new Live()));
    }

    private static Object held(Thread thread) {
        return (Copied<String, String>) text -> text + thread;
    }

    private static void same(String name, Object value) {
        RetakeValues.check(name, value, Object::equals);
    }

    /** Equal, and of the same class. */
    private static void kept(String name, Object value) {
        boolean comparable = !(value instanceof Collection) || value instanceof List || value instanceof java.util.Set;
        RetakeValues.check(name, value,
                (a, b) -> a.getClass() == b.getClass() && (comparable ? a.equals(b) : sameOrder(a, b)));
    }

    private static boolean sameOrder(Object a, Object b) {
        return a.getClass() == b.getClass() && a.toString().equals(b.toString());
    }
}
