import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.StringReader;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.text.ChoiceFormat;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.MessageFormat;
import java.text.Normalizer;
import java.time.Duration;
import java.time.LocalDate;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.chrono.JapaneseDate;
import java.time.chrono.ThaiBuddhistDate;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.temporal.WeekFields;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Random;
import java.util.Scanner;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/** Uses many parts of java.base, often enough to have them compiled. All it says is the same in every run. */
public final class Exercise {
    private static final int ROUNDS = 40;

    private interface Part {
        Object result() throws Throwable;
    }

    public static void main(String[] args) throws Exception {
        Path directory = Files.createTempDirectory("exercise");
        Map<String, Part> parts = new LinkedHashMap<>();
        parts.put("collections", Exercise::collections);
        parts.put("texts", Exercise::texts);
        parts.put("numbers", Exercise::numbers);
        parts.put("times", Exercise::times);
        parts.put("streams", Exercise::streams);
        parts.put("threads", Exercise::threads);
        parts.put("archives", Exercise::archives);
        parts.put("secrets", Exercise::secrets);
        parts.put("objects", Exercise::objects);
        parts.put("handles", Exercise::handles);
        parts.put("failures", Exercise::failures);
        parts.put("files", () -> files(directory));
        for (Map.Entry<String, Part> part : parts.entrySet()) {
            String first = null;
            for (int i = 0; i < ROUNDS; i++) {
                String told = told(part.getValue());
                if (first == null) {
                    first = told;
                } else if (!first.equals(told)) {
                    System.out.println(part.getKey() + " changed in round " + i + ": " + told);
                }
            }
            System.out.println(part.getKey() + " " + first);
        }
        Files.delete(directory);
    }

    private static String told(Part part) {
        try {
            return String.valueOf(part.result());
        } catch (Throwable e) {
            return "threw " + e;
        }
    }

    private static Object collections() {
        Random random = new Random(7);
        Map<String, Integer> tree = new TreeMap<>(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        Map<Long, Integer> hash = new HashMap<>();
        PriorityQueue<Integer> queue = new PriorityQueue<>(Collections.reverseOrder());
        ArrayDeque<Integer> deque = new ArrayDeque<>();
        BitSet bits = new BitSet();
        for (int i = 0; i < 500; i++) {
            int number = random.nextInt(300);
            tree.merge(Integer.toString(number, 5), 1, Integer::sum);
            hash.compute((long) number, (key, old) -> old == null ? 1 : old * 3 % 1001);
            queue.add(number);
            bits.flip(number);
            if (i % 3 == 0) {
                deque.addFirst(number);
            } else {
                deque.addLast(number);
            }
        }
        List<Integer> list = new ArrayList<>(queue);
        Collections.sort(list);
        Collections.rotate(list, 17);
        Collections.shuffle(list, random);
        return tree.hashCode() + " " + hash + " " + queue.poll() + " " + deque.peekLast() + " " + bits.cardinality() + " "
                + list.subList(3, 9) + " " + new ConcurrentSkipListMap<>(tree).lastEntry();
    }

    private static Object texts() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 60; i++) {
            text.append(i % 7 == 0 ? "\u00e4\ud83d\ude00" : "word").append(i).append(i % 5 == 0 ? ", " : " ");
        }
        Matcher matcher = Pattern.compile("(?<word>\\p{L}+)(?<number>\\d{2,})(?=,)", Pattern.UNICODE_CASE).matcher(text);
        StringJoiner found = new StringJoiner("|", "[", "]");
        while (matcher.find()) {
            found.add(matcher.group("number") + matcher.start("word"));
        }
        String formatted = String.format(Locale.ROOT, "%08.3f|%-6s|%+d|%x|%tF|%s", Math.PI, "left", 42, 255, LocalDate.of(2024, 2, 29),
                Arrays.asList(1, null));
        String message = new MessageFormat("{0,choice,0#none|1#one|1<{0} many} of {1}", Locale.ROOT).format(new Object[] {7, "them"});
        Scanner scanner = new Scanner("12 3.5 true end").useLocale(Locale.ROOT);
        return found + " " + formatted + " " + message + " " + scanner.nextInt() + scanner.nextDouble() + scanner.nextBoolean() + " "
                + Normalizer.normalize("\u00e9", Normalizer.Form.NFD).length() + " " + text.reverse().codePoints().distinct().count()
                + " " + new String(text.toString().getBytes(StandardCharsets.UTF_16LE), StandardCharsets.UTF_16LE).hashCode() + " "
                + ChoiceFormat.nextDouble(1.5) + " " + "a,b;c".split("[,;]").length;
    }

    private static Object numbers() {
        BigInteger big = BigInteger.valueOf(3).pow(400).add(BigInteger.ONE.shiftLeft(200));
        BigDecimal root = new BigDecimal(2).sqrt(new MathContext(60));
        DecimalFormat format = new DecimalFormat("#,##0.00;(#)", DecimalFormatSymbols.getInstance(Locale.ROOT));
        return big.modPow(BigInteger.valueOf(65537), BigInteger.valueOf(2).pow(127).subtract(BigInteger.ONE)) + " " + root + " "
                + format.format(-1234567.891) + " " + Double.toHexString(Math.cbrt(3)) + " " + Long.toUnsignedString(-3) + " "
                + Integer.parseInt("-7f", 16) + " " + StrictMath.sin(1e6) + " " + Float.floatToIntBits(1.1f) + " "
                + Math.floorMod(-7, 3) + " " + BigDecimal.ONE.divide(new BigDecimal("7"), 12, java.math.RoundingMode.HALF_EVEN);
    }

    private static Object times() {
        ZonedDateTime time = ZonedDateTime.of(2024, 3, 31, 1, 30, 0, 0, ZoneId.of("Europe/Berlin"));
        DateTimeFormatter format = DateTimeFormatter.ofPattern("EEEE d MMMM uuuu HH:mm VV xxx", Locale.ENGLISH);
        return format.format(time.plusHours(1)) + " " + Duration.between(time, time.plusDays(1)) + " "
                + Period.between(LocalDate.of(2020, 2, 29), LocalDate.of(2024, 2, 28)) + " "
                + JapaneseDate.of(2019, 5, 1).getEra() + " " + ThaiBuddhistDate.of(2567, 1, 1) + " "
                + LocalDate.parse("2024-W09-4", DateTimeFormatter.ISO_WEEK_DATE) + " "
                + time.get(WeekFields.of(Locale.GERMANY).weekOfWeekBasedYear()) + " "
                + ChronoUnit.MONTHS.between(LocalDate.of(1999, 12, 31), LocalDate.of(2024, 2, 29));
    }

    private static Object streams() {
        Map<Integer, List<String>> groups = IntStream.rangeClosed(1, 200).parallel().mapToObj(Integer::toBinaryString)
                .collect(Collectors.groupingBy(text -> text.replace("0", "").length(), TreeMap::new, Collectors.toList()));
        double average = Stream.iterate(1.0, x -> x * 1.01).limit(300).collect(Collectors.averagingDouble(x -> x));
        return groups.get(3).size() + " " + groups.get(7) + " " + average + " " + IntStream.range(0, 5000).parallel().filter(i -> i % 7 == 3)
                .sorted().skip(100).findFirst().getAsInt() + " " + Stream.of("c", "a", "b").sorted().flatMap(s -> Stream.of(s, s))
                .collect(Collectors.joining()) + " " + Arrays.stream(new int[] {5, 3, 9}).summaryStatistics();
    }

    /** The sum of a range, by halves. */
    private static final class Sum extends RecursiveTask<Long> {
        private final int from;
        private final int to;

        Sum(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Long compute() {
            if (to - from < 50) {
                return IntStream.range(from, to).asLongStream().sum();
            }
            Sum left = new Sum(from, (from + to) / 2);
            Sum right = new Sum((from + to) / 2, to);
            left.fork();
            return right.compute() + left.join();
        }
    }

    private static Object threads() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        LongAdder adder = new LongAdder();
        CyclicBarrier barrier = new CyclicBarrier(4);
        Phaser phaser = new Phaser(4);
        CountDownLatch latch = new CountDownLatch(4);
        ConcurrentHashMap<Integer, Integer> counts = new ConcurrentHashMap<>();
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        List<Future<Integer>> futures = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                int number = i;
                futures.add(pool.submit(() -> {
                    barrier.await();
                    for (int j = 0; j < 200; j++) {
                        adder.increment();
                        counts.merge(j % 10, 1, Integer::sum);
                        lock.writeLock().lock();
                        lock.writeLock().unlock();
                    }
                    phaser.arriveAndAwaitAdvance();
                    latch.countDown();
                    return number;
                }));
            }
            int sum = 0;
            for (Future<Integer> future : futures) {
                sum += future.get(60, TimeUnit.SECONDS);
            }
            latch.await();
            CompletableFuture<String> chain = CompletableFuture.supplyAsync(() -> 20, pool).thenCombine(
                    CompletableFuture.supplyAsync(() -> 22, pool), Integer::sum).thenApplyAsync(n -> "n" + n, pool)
                    .thenCompose(s -> CompletableFuture.<String>failedFuture(new IllegalStateException(s)))
                    .handle((value, e) -> value + e.getClass().getSimpleName());
            return sum + " " + adder + " " + counts + " " + chain.get() + " " + ForkJoinPool.commonPool().invoke(new Sum(0, 2000));
        } finally {
            pool.shutdown();
        }
    }

    private static Object archives() throws Exception {
        byte[] bytes = new byte[5000];
        new Random(3).nextBytes(bytes);
        Arrays.fill(bytes, 1000, 4000, (byte) 7);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        byte[] back = new GZIPInputStream(new ByteArrayInputStream(out.toByteArray())).readAllBytes();
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(zipped)) {
            for (String name : new String[] {"a", "b/c"}) {
                ZipEntry entry = new ZipEntry(name);
                entry.setTime(0);
                zip.putNextEntry(entry);
                zip.write(bytes, 0, 3000);
            }
        }
        CRC32 checksum = new CRC32();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(zipped.toByteArray()))) {
            for (ZipEntry entry; (entry = zip.getNextEntry()) != null; ) {
                checksum.update(entry.getName().getBytes(StandardCharsets.UTF_8));
                checksum.update(zip.readAllBytes());
            }
        }
        return Arrays.equals(bytes, back) + " " + out.size() + " " + checksum.getValue() + " "
                + Base64.getMimeEncoder().encodeToString(bytes).hashCode();
    }

    private static Object secrets() throws Exception {
        byte[] key = MessageDigest.getInstance("SHA-256").digest("key".getBytes(StandardCharsets.UTF_8));
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(128, Arrays.copyOf(key, 12)));
        byte[] sealed = cipher.doFinal("what is said".getBytes(StandardCharsets.UTF_8));
        Mac mac = Mac.getInstance("HmacSHA512");
        mac.init(new SecretKeySpec(key, "HmacSHA512"));
        byte[] derived = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                .generateSecret(new PBEKeySpec("word".toCharArray(), key, 50, 128)).getEncoded();
        return new BigInteger(1, sealed).toString(36) + " " + Arrays.hashCode(mac.doFinal(sealed)) + " " + Arrays.hashCode(derived)
                + " " + Arrays.hashCode(MessageDigest.getInstance("SHA3-512").digest(sealed));
    }

    /** What is written and read again. */
    private static final class Node implements Serializable {
        private static final long serialVersionUID = 1;
        private final String name;
        private final List<Node> children = new ArrayList<>();
        private transient int cached = 7;
        private Node parent;

        Node(String name) {
            this.name = name;
        }
    }

    private static Object objects() throws Exception {
        Node root = new Node("root");
        for (int i = 0; i < 10; i++) {
            Node child = new Node("child " + i);
            child.parent = root;
            root.children.add(child);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ObjectOutputStream objects = new ObjectOutputStream(out)) {
            objects.writeObject(root);
        }
        Node back = (Node) new ObjectInputStream(new ByteArrayInputStream(out.toByteArray())).readObject();
        Comparator<?> proxy = (Comparator<?>) Proxy.newProxyInstance(Exercise.class.getClassLoader(), new Class<?>[] {Comparator.class},
                (self, method, args) -> method.getName().equals("compare") ? 42 : null);
        Object made = Class.forName("java.util.ArrayList").getConstructor(int.class).newInstance(3);
        Properties properties = new Properties();
        properties.load(new StringReader("a=1\nb : two \\\n words\n# none\n\\u0063=3"));
        return back.children.get(3).parent.name + back.cached + " " + proxy.compare(null, null) + " " + made + " "
                + new TreeMap<>(properties) + " " + String[].class.getMethod("getClass").toGenericString();
    }

    private static long twice(long value) {
        return value * 2;
    }

    private static Object handles() throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle twice = lookup.findStatic(Exercise.class, "twice", MethodType.methodType(long.class, long.class));
        MethodHandle guarded = MethodHandles.guardWithTest(
                lookup.findVirtual(String.class, "isEmpty", MethodType.methodType(boolean.class)),
                MethodHandles.dropArguments(MethodHandles.constant(String.class, "empty"), 0, String.class),
                lookup.findVirtual(String.class, "trim", MethodType.methodType(String.class)));
        java.lang.invoke.VarHandle longs = MethodHandles.arrayElementVarHandle(long[].class);
        long[] array = {1, 2, 3};
        longs.getAndAdd(array, 1, 40L);
        return (long) twice.invokeExact(21L) + " " + (String) guarded.invokeExact("  x ") + (String) guarded.invokeExact("") + " "
                + Arrays.toString(array) + " " + twice.asType(MethodType.methodType(Object.class, int.class)).invoke(4);
    }

    private static Object failures() {
        List<String> told = new ArrayList<>();
        Part[] parts = {
            () -> Arrays.asList(1, 2).get(2),
            () -> Integer.parseInt("x"),
            () -> List.of(1).remove(0),
            () -> new ArrayList<>(Arrays.asList(1, 2, 3)).stream().map(n -> 6 / (n - 2)).collect(Collectors.toList()),
            () -> Class.forName("no.such.Thing"),
            () -> LocalDate.of(2023, 2, 29),
            () -> Pattern.compile("(("),
            () -> CompletableFuture.supplyAsync(() -> 1 / 0).join(),
            () -> ByteBuffer.allocate(3).putInt(1),
        };
        for (Part part : parts) {
            try {
                told.add("none " + part.result());
            } catch (Throwable e) {
                told.add(e.getClass().getSimpleName() + (e.getCause() == null ? "" : "/" + e.getCause().getClass().getSimpleName()));
            }
        }
        return told;
    }

    private static Object files(Path directory) throws Exception {
        Path file = directory.resolve("f");
        Files.write(file, Arrays.asList("one", "two", "\u00fc"));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap("ONE".getBytes(StandardCharsets.US_ASCII)), 0);
            ByteBuffer map = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
            List<String> lines = Files.readAllLines(file);
            try (Stream<Path> walk = Files.walk(directory)) {
                return lines + " " + map.remaining() + " " + walk.count() + " " + Files.size(file);
            }
        } finally {
            Files.delete(file);
        }
    }
}
