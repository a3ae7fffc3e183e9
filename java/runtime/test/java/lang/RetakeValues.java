package java.lang;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Copies values of every kind out and builds them again, inside java.base where the runtime lives.
 *
 * <p>Prints a line for each: its name, what became of it, and the bytes it was copied as. {@code same} is a rebuilt
 * equal, {@code opaque} and the reason one that was refused, anything else is wrong.
 */
public final class RetakeValues {
    private RetakeValues() {}

    /** Fields of every primitive type, a field that hides another, and no way to construct it. */
    static class Base {
        final int count;
        private String name = "base";

        Base(int count) {
            if (count > 0) {
                throw new IllegalStateException("never called when built again");
            }
            this.count = -count;
        }
    }

    static final class Fields extends Base {
        final byte b = -1;
        final short s = -300;
        final char c = 'ü';
        final long j = Long.MIN_VALUE;
        final float f = 1.5f;
        final double d = -0.0;
        final boolean z = true;
        private String name = "derived";
        transient String kept = "transient fields count";
        final Object[] mixed = {1, 2L, "three", null, 4.0, 'x', (byte) 7, (short) 8, 9f, false};

        Fields() {
            super(-42);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Fields && describe().equals(((Fields) other).describe());
        }

        @Override
        public int hashCode() {
            throw new IllegalStateException("the runtime never calls hashCode");
        }

        @Override
        public String toString() {
            throw new IllegalStateException("the runtime never calls toString");
        }

        String describe() {
            return count + " " + ((Base) this).name + " " + b + s + c + j + f + d + z + name + kept
                    + Arrays.toString(mixed);
        }
    }

    /** A cycle, and one object reached twice. */
    static final class Node {
        Node next;
        Node other;
        int value;

        static boolean same(Node a) {
            return a.next.next == a && a.other == a.next && a.value == 1 && a.next.value == 2;
        }
    }

    enum Level {
        LOW,
        HIGH {
            @Override
            String word() {
                return "high";
            }
        };

        String word() {
            return "low";
        }
    }

    static final class Failure extends Exception {
        private static final long serialVersionUID = 1;
        final int code;

        Failure(String message, int code, Throwable cause) {
            super(message, cause);
            this.code = code;
        }
    }

    /** What some HTTP clients throw: it holds on to what it was made with, and says that it can be without. */
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;
        final transient Object source;
        final transient List<Object> sources = new ArrayList<>();
        final List<String> said = new ArrayList<>();

        Refused(Object source, Object... more) {
            super("refused");
            this.source = source;
            sources.addAll(Arrays.asList(more));
            said.add("no");
        }
    }

    /** A collection of the application, whose code must not run. */
    static final class Strange extends java.util.AbstractList<Object> {
        @Override
        public Object get(int index) {
            throw new IllegalStateException("the runtime never calls get");
        }

        @Override
        public int size() {
            throw new IllegalStateException("the runtime never calls size");
        }
    }

    /** Made of parts that can be made again, and of values that an outline leaves out. */
    static class Whole {
        final Object lock = new Object();
        final java.util.concurrent.locks.ReentrantLock fair = new java.util.concurrent.locks.ReentrantLock();
        final AtomicLong counter = new AtomicLong(7);
        final Map<String, Object> table = new HashMap<>(Collections.singletonMap("k", "v"));
        final int[] numbers = {1, 2, 3};
        final Node[] nodes = {new Node(), null};
        final String name = new String("whole");
        final int size = 9;
        final Level level = Level.HIGH;
        final Object[] data = {1, 2L, true, 3.0, 4f, 'x', "y", null, BigDecimal.ONE};
        Whole self = this;

        static boolean empty(Whole w) {
            return w.lock != null && !w.fair.isLocked() && w.counter.get() == 0 && w.table.isEmpty() && w.self == w
                    && Arrays.equals(w.numbers, new int[3]) && w.nodes[0].value == 0 && w.nodes[1] == null
                    && "".equals(RetakeShape.UNSAFE.getReference(w, offset("name"))) && w.level == Level.HIGH
                    && Arrays.equals(w.data, new Object[] {0, 0L, false, 0.0, 0f, '\0', "", null, BigDecimal.ONE})
                    && RetakeShape.UNSAFE.getInt(w, offset("size")) == 0;
        }

        private static long offset(String name) {
            try {
                return RetakeShape.UNSAFE.objectFieldOffset(Whole.class.getDeclaredField(name));
            } catch (NoSuchFieldException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Holds machinery that nobody can make again. */
    static final class Wired extends Whole {
        final Thread worker = Thread.currentThread();
    }

    interface Check {
        boolean same(Object a, Object b);
    }

    /** With a name, the values that this class of the application gives; else those of the JDK. */
    public static void main(String[] args) throws Exception {
        RetakeHandles.types = new String[0];
        if (args.length > 0) {
            given(Class.forName(args[0], true, ClassLoader.getSystemClassLoader()));
            return;
        }
        plain();
        RetakeValuesOfTheJdk.all();
        outlines();
    }

    /** Each has a name, a value, and who says whether another is the same: nobody if it must be opaque. */
    @SuppressWarnings("unchecked")
    private static void given(Class<?> type) throws Exception {
        for (Object[] sample : (List<Object[]>) type.getMethod("samples").invoke(null)) {
            java.util.function.BiPredicate<Object, Object> check = (java.util.function.BiPredicate<Object, Object>) sample[2];
            check((String) sample[0], sample[1], (a, b) -> check != null && check.test(a, b));
        }
    }

    private static void plain() {
        equal("null", null);
        equal("integer", 42);
        equal("integer, smallest", Integer.MIN_VALUE);
        equal("long", Long.MAX_VALUE);
        equal("short", (short) -7);
        equal("byte", (byte) 200);
        equal("character", '\uffff');
        equal("float", Float.MIN_VALUE);
        equal("double", Math.PI);
        equal("double, not a number", Double.NaN);
        equal("boolean", true);
        equal("string", "hello");
        equal("string, empty", "");
        equal("string, wide", "grüße 漢字 \uD83D\uDE00");
        equal("string, half a pair", "a\uD800b");
        equal("string, long", new String(new char[70000]).replace('\0', 'x'));
        equal("decimal", new BigDecimal("12.50"));
        equal("big number", BigInteger.TEN.pow(60));
        equal("uuid", java.util.UUID.fromString("7f000001-0000-4000-8000-0123456789ab"));
        equal("instant", java.time.Instant.parse("2024-02-29T12:34:56.789012345Z"));
        equal("local date", java.time.LocalDate.of(2024, 2, 29));
        equal("zoned", java.time.ZonedDateTime.parse("2024-03-31T03:00+02:00[Europe/Paris]"));
        equal("offset", java.time.OffsetDateTime.parse("2024-03-31T03:00+02:00"));
        equal("duration", java.time.Duration.ofMillis(1234));
        equal("zone", java.time.ZoneId.of("Europe/Paris"));
        equal("date", new java.util.Date(1_700_000_000_123L));
        equal("locale", java.util.Locale.CANADA_FRENCH);
        equal("currency", java.util.Currency.getInstance("EUR"));
        equal("uri", java.net.URI.create("http://127.0.0.1/a?b=c"));
        equal("file", new java.io.File("/tmp/x y"));
        equal("path", java.nio.file.Paths.get("/tmp/x"));
        equal("charset", java.nio.charset.StandardCharsets.UTF_8);
        equal("class", String[].class);
        equal("class of a primitive", int.class);
        equal("enum", TimeUnit.HOURS);
        equal("enum with a body", Level.HIGH);
        equal("list", new ArrayList<>(Arrays.asList("a", 1, null)));
        equal("linked list", new LinkedList<>(Arrays.asList(1, 2)));
        equal("fixed list", Arrays.asList("a", "b"));
        equal("unmodifiable list", Collections.unmodifiableList(new ArrayList<>(Arrays.asList(1, 2))));
        equal("empty list", Collections.emptyList());
        equal("hash set", new HashSet<>(Arrays.asList("x", "y")));
        equal("linked hash set", new LinkedHashSet<>(Arrays.asList(3, 1, 2)));
        Map<String, Object> map = new HashMap<>();
        map.put("one", 1);
        map.put("list", new ArrayList<>(Arrays.asList(1L, 2L)));
        equal("hash map", map);
        equal("linked hash map", new LinkedHashMap<>(map));
        equal("tree map", new TreeMap<>(map));
        equal("concurrent map", new ConcurrentHashMap<>(map));
        Map<String, Object> wide = new HashMap<>(512);
        for (int i = 0; i < 40; i++) {
            wide.put("key " + i * 7919, i);
        }
        check("hash map, wide", wide, (a, b) -> a.equals(b) && a.toString().equals(b.toString()));
        check("hash set, wide", new HashSet<>(wide.keySet()), (a, b) -> a.equals(b) && a.toString().equals(b.toString()));
        equal("enum map", new java.util.EnumMap<>(Collections.singletonMap(TimeUnit.DAYS, "d")));
        equal("enum set", java.util.EnumSet.of(TimeUnit.DAYS, TimeUnit.HOURS));
        equal("vector", new java.util.Vector<>(Arrays.asList(1, 2)));
        equal("synchronized map", Collections.synchronizedMap(new HashMap<>(map)));
        equal("sub list", new ArrayList<>(Arrays.asList(1, 2, 3)).subList(1, 2));
        equal("singleton map", Collections.singletonMap("k", "v"));
        equal("optional", Optional.of("x"));
        equal("optional, empty", Optional.empty());
        check("deque", new ArrayDeque<>(Arrays.asList(1, 2)),
                (a, b) -> new ArrayList<>((ArrayDeque<?>) a).equals(new ArrayList<>((ArrayDeque<?>) b)));
        check("bytes", new byte[] {1, 2, -3}, (a, b) -> Arrays.equals((byte[]) a, (byte[]) b));
        check("ints", new int[] {1, -2}, (a, b) -> Arrays.equals((int[]) a, (int[]) b));
        check("doubles", new double[] {1, -0.0}, (a, b) -> Arrays.equals((double[]) a, (double[]) b));
        check("chars", new char[] {'a', '\uffff'}, (a, b) -> Arrays.equals((char[]) a, (char[]) b));
        check("booleans", new boolean[] {true, false}, (a, b) -> Arrays.equals((boolean[]) a, (boolean[]) b));
        check("strings", new String[] {"a", null}, (a, b) -> Arrays.equals((String[]) a, (String[]) b));
        check("arrays of arrays", new int[][] {{1}, {2, 3}}, (a, b) -> Arrays.deepEquals((int[][]) a, (int[][]) b));
        check("atomic", new AtomicLong(5), (a, b) -> ((AtomicLong) b).get() == 5);
        check("builder", new StringBuilder("abc"), (a, b) -> a.toString().contentEquals((StringBuilder) b));
        same("builder, twice", new StringBuilder("ab"));
        same("buffer, twice", new StringBuffer("ab"));
        same("bytes, twice", new byte[] {4, 5});
        same("calendar, twice", new java.util.GregorianCalendar(2024, 1, 29));
        same("number format, twice", new java.text.DecimalFormat("0.00", java.text.DecimalFormatSymbols.getInstance(
                java.util.Locale.ROOT)));
        same("number, twice", new AtomicLong(6));
        equal("fields", new Fields());
        Node first = new Node();
        Node second = new Node();
        first.next = second;
        first.other = second;
        second.next = first;
        first.value = 1;
        second.value = 2;
        check("cycle", first, (a, b) -> Node.same((Node) b));
        List<Object> shared = new ArrayList<>();
        shared.add(shared);
        check("list in itself", shared, (a, b) -> ((List<?>) b).get(0) == b);
        List<Object> many = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            many.add(i % 3 == 0 ? new Node() : many.get(i - 1));
        }
        check("many, some twice", many, (a, b) -> twice((List<?>) b));
        check("exception", new Failure("bad", 7, new IllegalArgumentException("why")), RetakeValues::failure);
        check("exception, own cause", new RuntimeException("alone"),
                (a, b) -> ((Throwable) b).getCause() == null && "alone".equals(((Throwable) b).getMessage())
                        && ((Throwable) b).getStackTrace().length == 0);
        Node known = new Node();
        check("exception with a lambda to spare", new Refused((Runnable) () -> {}, known, "and"), (a, b) -> {
            Refused refused = (Refused) b;
            return refused.source == null && refused.sources.get(0) instanceof Node && refused.said.get(0).equals("no");
        });
        Refused part = new Refused(known, known, Thread.currentThread(), new Node());
        check("exception with a list to spare", new ArrayList<>(Arrays.asList(part, part.said, known, part)), (a, b) -> {
            List<?> list = (List<?>) b;
            Refused refused = (Refused) list.get(0);
            return refused.sources == null && refused.source == list.get(2) && list.get(1) == refused.said
                    && list.get(3) == refused;
        });
        opaque("exception with a lambda beside one to spare",
                new ArrayList<>(Arrays.asList(Thread.currentThread(), new Refused((Runnable) () -> {}))));
        check("random", new java.util.Random(5), RetakeValues::sameSequence);
        opaque("lambda", (Runnable) () -> {});
        opaque("thread", Thread.currentThread());
        opaque("loader", ClassLoader.getSystemClassLoader());
        opaque("iterator", Arrays.asList(1, 2).iterator());
        opaque("stream", new java.io.ByteArrayInputStream(new byte[3]));
        opaque("future", new java.util.concurrent.CompletableFuture<>());
        opaque("lock", new java.util.concurrent.locks.ReentrantLock());
        opaque("list with a thread", new ArrayList<>(Arrays.asList("x", Thread.currentThread())));
        check("view of a strange list", Collections.unmodifiableList(new Strange()), (a, b) -> a.getClass() == b.getClass());
        opaque("bytes, many", new byte[3 << 20]);
        opaque("text, long", new String(new char[3 << 20]));
        List<Object> nodes = new ArrayList<>();
        for (int i = 0; i < 1_000_000; i++) {
            nodes.add(new Node());
        }
        opaque("nodes, many", nodes);
        opaque("nodes, many in an array", nodes.toArray());
        opaque("array, long", new Object[3 << 20]);
        Node deep = new Node();
        for (int i = 0; i < 5000; i++) {
            Node outer = new Node();
            outer.next = deep;
            deep = outer;
        }
        opaque("deep", deep);
    }

    private static void outlines() {
        Retake.scope = new String[] {"java.lang.RetakeValues"};
        outline("outline of nothing", null, (a, b) -> b == null);
        outline("outline of a map", new HashMap<>(Collections.singletonMap("k", "v")),
                (a, b) -> b.getClass() == HashMap.class && ((Map<?, ?>) b).isEmpty());
        outline("outline of a fixed map", Collections.unmodifiableMap(new HashMap<>(Collections.singletonMap("k", "v"))),
                (a, b) -> ((Map<?, ?>) b).isEmpty());
        outline("outline of a list", Arrays.asList(1, 2), (a, b) -> ((List<?>) b).isEmpty());
        outline("outline of bytes", new byte[] {1, 2}, (a, b) -> Arrays.equals((byte[]) b, new byte[2]));
        outline("outline of an object", new Whole(), (a, b) -> a != b && Whole.empty((Whole) b));
        outline("outline of a cycle", cycle(), (a, b) -> ((Node) b).next.next == b && ((Node) b).value == 0);
        outline("outline of a library's object", new java.util.StringJoiner(","), (a, b) -> b.getClass() == a.getClass());
        // Of these no other can be made; that there is one is all that is said.
        outline("outline of a text", "text", (a, b) -> b == Boolean.TRUE);
        outline("outline of a thread", Thread.currentThread(), (a, b) -> b == Boolean.TRUE);
        outline("outline with machinery", new Wired(), (a, b) -> b == Boolean.TRUE);
        outline("outline of too many", new Object[][] {new Node[5000]}, (a, b) -> b == Boolean.TRUE);
    }

    static Node cycle() {
        Node first = new Node();
        first.next = new Node();
        first.next.next = first;
        first.value = 1;
        return first;
    }

    private static boolean twice(List<?> list) {
        for (int i = 0; i < list.size(); i++) {
            if (i % 3 != 0 && list.get(i) != list.get(i - 1) || i % 3 == 0 && i > 0 && list.get(i) == list.get(i - 1)) {
                return false;
            }
        }
        return list.size() == 100;
    }

    private static boolean failure(Object a, Object b) {
        Failure f = (Failure) b;
        return f.code == 7 && "bad".equals(f.getMessage()) && "why".equals(f.getCause().getMessage())
                && f.getCause() instanceof IllegalArgumentException && f.getSuppressed().length == 0;
    }

    private static boolean sameSequence(Object a, Object b) {
        for (int i = 0; i < 10; i++) {
            if (((java.util.Random) a).nextInt() != ((java.util.Random) b).nextInt()) {
                return false;
            }
        }
        return true;
    }

    /** The same object in three places. */
    private static void same(String name, Object value) {
        Object[] all = {value, new ArrayList<>(Collections.singleton(value)), value};
        check(name, all, (a, b) -> {
            Object[] built = (Object[]) b;
            return built[0] == built[2] && ((List<?>) built[1]).get(0) == built[0]
                    && built[0].getClass() == value.getClass() && Objects.deepEquals(text(built[0]), text(value));
        });
    }

    private static Object text(Object value) {
        return value instanceof byte[] ? value : value instanceof java.text.Format
                ? ((java.text.Format) value).format(7) : value.toString();
    }

    private static void equal(String name, Object value) {
        check(name, value, Objects::equals);
    }

    static void check(String name, Object value, Check check) {
        check(name, value, 'L', check);
    }

    private static void outline(String name, Object value, Check check) {
        check(name, value, Retake.OUTLINE, check);
    }

    private static void check(String name, Object value, char type, Check check) {
        RetakeBranch branch = new RetakeTrace(false, null).branch(null);
        branch.encoder.begin();
        branch.encoder.value(value, type);
        String outcome;
        if (branch.encoder.opaque != null) {
            outcome = "opaque " + branch.encoder.opaque;
        } else {
            try {
                RetakeDecoder decoder = new RetakeDecoder(branch.out.taken(), 0, null, new Object[0], null);
                Object built = decoder.value('L');
                boolean same = value == null ? built == null : check.same(value, built);
                outcome = same ? "same" : "differs";
            } catch (Exception e) {
                outcome = "failed " + e;
            }
        }
        print(name, outcome, branch.out);
    }

    static void opaque(String name, Object value) {
        check(name, value, (a, b) -> false);
    }

    private static void print(String name, String outcome, RetakeBuffer out) {
        StringBuilder hex = new StringBuilder();
        for (int i = 0; i < out.length; i++) {
            hex.append(Character.forDigit(out.bytes[i] >> 4 & 15, 16)).append(Character.forDigit(out.bytes[i] & 15, 16));
        }
        System.out.println(name + "\t" + outcome + "\t" + hex);
    }
}
