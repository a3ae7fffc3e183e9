package nothing;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.*;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.*;
import java.util.regex.Pattern;
import java.util.stream.*;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Methods that always do the same, for as many reasons as there are: none of them holds a point. */
class Nothing {
    private static final Logger LOG = LoggerFactory.getLogger(Nothing.class);

    // What is computed from arguments.
    static int sum(int a, int b) { return a + b; }
    static long product(long a, long b) { return a * b; }
    static double ratio(double a, double b) { return a / b; }
    static int bits(int a) { return (a << 3 ^ a >>> 2) & 0xff; }
    static boolean less(long a, long b) { return a < b; }
    static int absolute(int a) { return Math.abs(a); }
    static long floored(long a) { return Math.floorMod(a, 7L); }
    static int larger(int a, int b) { return a > b ? a : b; }
    static BigDecimal exact(String a) { return new BigDecimal(a).add(BigDecimal.TEN); }
    static BigInteger power(int a) { return BigInteger.TWO.pow(a); }
    static Integer boxed(int a) { return Integer.valueOf(a) + 1; }
    static char letter(String s) { return s.charAt(0); }

    // Texts.
    static String joined(String a, String b) { return a + "-" + b; }
    static String upper(String s) { return s.trim().toUpperCase(Locale.ROOT); }
    static String cut(String s) { return s.length() > 3 ? s.substring(0, 3) : s; }
    static String[] split(String s) { return s.split(","); }
    static boolean same(String a, String b) { return a.equals(b); }
    static int hashed(String s) { return s.hashCode(); }
    static String built(String s) { return new StringBuilder(s).reverse().append('!').toString(); }
    static boolean matches(String s) { return Pattern.compile("a+").matcher(s).matches(); }
    static int parsed(String s) { return Integer.parseInt(s); }
    static byte[] encoded(String s) { return s.getBytes(StandardCharsets.UTF_8); }
    static String base64(String s) { return Base64.getEncoder().encodeToString(s.getBytes(StandardCharsets.UTF_8)); }
    static String repeated(String s) { return s.repeat(3); }
    static String formatted(int a) { return String.format("%03d", a); }
    static UUID named(String s) { return UUID.nameUUIDFromBytes(s.getBytes(StandardCharsets.UTF_8)); }

    // Dates and times that are handed in or written down.
    static LocalDate epoch() { return LocalDate.of(1970, 1, 1); }
    static LocalDate later(String s) { return LocalDate.parse(s).plusDays(3); }
    static Instant instant(long a) { return Instant.ofEpochMilli(a); }
    static Duration between(Instant a, Instant b) { return Duration.between(a, b); }
    static boolean weekend(LocalDate day) { return day.getDayOfWeek().getValue() > 5; }
    static long millis(Date date) { return date.getTime(); }
    static LocalDateTime midnight(LocalDate day) { return day.atStartOfDay(); }
    static long stopped() { return Clock.fixed(Instant.EPOCH, ZoneOffset.UTC).millis(); }
    static long seconds(long a) { return TimeUnit.MILLISECONDS.toSeconds(a); }
    static int year(Instant at) { return at.atZone(ZoneOffset.UTC).getYear(); }

    // Generators with a seed, made anew.
    static int seeded() { return new Random(7).nextInt(); }
    static long seededBy(long a) { return new SplittableRandom(a).nextLong(); }
    static List<Integer> shuffled(List<Integer> list) {
        List<Integer> copy = new ArrayList<>(list);
        Collections.shuffle(copy, new Random(1));
        return copy;
    }

    // Collections of what was handed in.
    static int size(List<String> list) { return list.size(); }
    static String first(List<String> list) { return list.isEmpty() ? "none" : list.get(0); }
    static List<String> sorted(List<String> list) { List<String> copy = new ArrayList<>(list); Collections.sort(copy); return copy; }
    static Set<String> distinct(List<String> list) { return new TreeSet<>(list); }
    static Map<String, Integer> lengths(List<String> list) { Map<String, Integer> map = new TreeMap<>(); for (String s : list) { map.put(s, s.length()); } return map; }
    static boolean known(Set<String> set, String s) { return set.contains(s); }
    static int total(Collection<Integer> all) { int total = 0; for (int one : all) { total += one; } return total; }
    static String walked(Iterator<String> it) { StringBuilder text = new StringBuilder(); while (it.hasNext()) { text.append(it.next()); } return text.toString(); }
    static Deque<Integer> stacked(int a) { Deque<Integer> stack = new ArrayDeque<>(); stack.push(a); return stack; }
    static int popped(int a) { Deque<Integer> stack = new ArrayDeque<>(List.of(a)); return stack.pop(); }
    static List<Integer> constant() { return List.of(1, 2, 3); }
    static Map<String, String> table(String s) { return Map.of("k", s); }
    static Object looked(Map<String, Object> map) { return map.getOrDefault("a", "none"); }
    static int counted(String s) { Map<Character, Integer> map = new HashMap<>(); for (char c : s.toCharArray()) { map.merge(c, 1, Integer::sum); } return map.get('a'); }

    // Arrays.
    static int element(int[] array) { return array[0]; }
    static int[] doubled(int[] array) { int[] copy = array.clone(); for (int i = 0; i < copy.length; i++) { copy[i] *= 2; } return copy; }
    static int[][] grid(int a) { return new int[a][a]; }
    static String shown(int[] array) { return Arrays.toString(array); }
    static int found(int[] array, int a) { return Arrays.binarySearch(array, a); }

    // Functions and streams.
    static List<Integer> mapped(List<String> list) { return list.stream().map(String::length).collect(Collectors.toList()); }
    static long filtered(List<Integer> list) { return list.stream().filter(a -> a > 3).count(); }
    static int reduced(List<Integer> list) { return list.stream().reduce(0, Integer::sum); }
    static Map<Boolean, List<Integer>> parted(List<Integer> list) { return list.stream().collect(Collectors.partitioningBy(a -> a > 3)); }
    static Optional<String> longest(List<String> list) { return list.stream().max(Comparator.comparing(String::length)); }
    static String perhaps(Optional<String> value) { return value.map(s -> s + "!").orElse("none"); }
    static int applied(int a) { Function<Integer, Integer> f = b -> b + 1; return f.andThen(b -> b * 2).apply(a); }
    static int captured(int a) { IntSupplier s = () -> a + 1; return s.getAsInt(); }
    static boolean tested(String s) { Predicate<String> p = String::isEmpty; return p.negate().test(s); }
    static String ranged(int a) { return IntStream.range(0, a).mapToObj(Integer::toString).collect(Collectors.joining(",")); }
    static CompletableFuture<Integer> future(int a) { return CompletableFuture.completedFuture(a).thenApply(b -> b + 1); }

    // What is only logged or measured.
    static int logged(int a) { LOG.info("at {}", System.currentTimeMillis()); return a; }
    static int timed(int a) { long start = System.nanoTime(); int b = a + 1; LOG.info("took {}", System.nanoTime() - start); return b; }
    static int debugged(int a) { if (LOG.isDebugEnabled()) { LOG.debug("{}", UUID.randomUUID()); } return a; }
    static int forgotten(int a) { long now = System.currentTimeMillis(); return a; }
    static int wrapped(int a) { List<Long> list = new ArrayList<>(); list.add(System.nanoTime()); return a; }
    static int listSize() { List<Long> list = new ArrayList<>(); list.add(System.nanoTime()); return list.size(); }
    static int slept(int a) throws InterruptedException { Thread.sleep(1); return a; }

    // Statics that do not change, or that nothing reads.
    private static final int LIMIT = Integer.parseInt("17");
    private static final Map<String, Integer> TABLE = new HashMap<>();
    private static final String[] NAMES = {"a", "b"};
    private static final List<String> WORDS = List.of("x", "y");
    private static int mode = 3;
    private static final Set<String> SPECIAL = Collections.unmodifiableSet(new TreeSet<>(List.of("a")));
    private static final Function<Integer, Integer> NEXT = a -> a + 1;
    private static final Comparator<String> ORDER = Comparator.comparing(String::length);
    private static long requests;
    private static final AtomicLong WRITTEN = new AtomicLong();
    private static final Map<String, Long> METRICS = new ConcurrentHashMap<>();

    static {
        TABLE.put("one", 1);
    }

    static void setMode(int next) { mode = next; }
    static int limited(int a) { return Math.min(a, LIMIT); }
    static int tabled(String s) { return TABLE.getOrDefault(s, 0); }
    static String nameOf(int a) { return NAMES[a]; }
    static String wordOf(int a) { return WORDS.get(a); }
    static int moded(int a) { return a + mode; }
    static boolean special(String s) { return SPECIAL.contains(s); }
    static int next(int a) { return NEXT.apply(a); }
    static List<String> ordered(List<String> list) { return list.stream().sorted(ORDER).collect(Collectors.toList()); }
    static int metered(int a) { requests++; return a; }
    static int written(int a) { WRITTEN.incrementAndGet(); return a; }
    static int metricked(int a) { METRICS.merge("n", 1L, Long::sum); return a; }

    // Locks.
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Object MONITOR = new Object();

    static int locked(int a) { LOCK.lock(); try { return a; } finally { LOCK.unlock(); } }
    static synchronized int held(int a) { return a; }
    static int monitored(int a) { synchronized (MONITOR) { return a + 1; } }

    // Objects of one's own.
    static final class Counter { private int count; void up() { count++; } int count() { return count; } }
    record Point(int x, int y) { int norm() { return x * x + y * y; } }
    record Pair<A, B>(A first, B second) {}
    static final class Box<E> { private E value; void set(E next) { value = next; } E get() { return value; } }
    enum Color { RED(1), GREEN(2); private final int rank; Color(int rank) { this.rank = rank; } int rank() { return rank; } }
    interface Shape { int area(); default int twice() { return 2 * area(); } }
    static final class Square implements Shape { private final int side; Square(int side) { this.side = side; } @Override public int area() { return side * side; } }
    static final class Circle implements Shape { private final int radius; Circle(int radius) { this.radius = radius; } @Override public int area() { return 3 * radius * radius; } }
    static abstract class Base { int go(int a) { return step(a) + 1; } abstract int step(int a); }
    static final class Step extends Base { @Override int step(int a) { return a * 3; } }

    static int ownCounter() { Counter counter = new Counter(); counter.up(); return counter.count(); }
    static int norm(int a) { return new Point(a, 1).norm(); }
    static boolean samePoint(Point a, Point b) { return a.equals(b); }
    static int hashPoint(Point a) { return a.hashCode(); }
    static String textPoint(Point a) { return "at " + a; }
    static String second(String s) { return new Pair<>(1, s).second(); }
    static String boxedText(String s) { Box<String> box = new Box<>(); box.set(s); return box.get(); }
    static int rank(Color color) { return color.rank(); }
    static Color color(String s) { return Color.valueOf(s); }
    static int area(boolean round) { Shape shape = round ? new Circle(2) : new Square(3); return shape.twice(); }
    static int stepped(int a) { return new Step().go(a); }
    static int anonymous(int a) { return new Object() { int run() { return a + 1; } }.run(); }

    // Ways through code.
    static int switched(int a) { switch (a) { case 1: return 10; case 2: return 20; default: return 0; } }
    static int switchedText(String s) { switch (s) { case "a": return 1; default: return 2; } }
    static int switchedEnum(Color color) { switch (color) { case RED: return 1; default: return 2; } }
    static int looped(int a) { int sum = 0; for (int i = 0; i < a; i++) { sum += i; } return sum; }
    static int recursive(int a) { return a <= 0 ? 0 : a + recursive(a - 1); }
    static int checked(int a) { if (a < 0) { throw new IllegalArgumentException("negative " + a); } return a; }
    static int caught(String s) { try { return Integer.parseInt(s); } catch (NumberFormatException e) { return -1; } }
    static int kept(int a) { try { return a; } finally { LOG.info("left"); } }
    static String typed(Object any) { return any instanceof String s ? s : "other"; }
    static int several(int... all) { return all.length; }
    static int asserted(int a) { assert a > 0 : "small"; return a; }
    static <T extends Comparable<T>> T least(T a, T b) { return a.compareTo(b) < 0 ? a : b; }

    public static void main(String[] args) throws Exception {
        logged(1); timed(1); debugged(1); forgotten(1); wrapped(1); slept(1); metered(1); written(1); metricked(1);
        locked(1); held(1); monitored(1); kept(1);
    }
}
