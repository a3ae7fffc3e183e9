package proof;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.Collections;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The environment of a run: what the programs see instead of the real clock, chance and host, so that runs differ at will
 * and come out the same each time they are repeated.
 *
 * <p>A method named {@code java_lang_System$nanoTime} replaces calls of {@code java.lang.System.nanoTime}; that of an
 * object takes it as its first argument, and {@code java_util_Date$new} replaces a construction.
 */
public final class Env {
    private static int run;
    private static long now;
    private static Random random = new Random(0);

    private Env() {}

    /** Begins a run. */
    static void begin(int next) {
        run = next;
        random = new Random(0x9E3779B97F4A7C15L * (next + 1));
        // Days, hours, seconds and milliseconds all differ from one run to another.
        now = 1_700_000_000_000L + next * 100_003_777L + random.nextInt(50_000_000);
    }

    private static long tick() {
        now += 1 + random.nextInt(400);
        return now;
    }

    private static Instant instant() {
        return Instant.ofEpochMilli(tick());
    }

    private static ZonedDateTime date() {
        return instant().atZone(ZoneOffset.UTC);
    }

    /** What is in a date, to make another one of it. */
    public static long timeOf(Date date) {
        return date.getTime();
    }

    /** A seed for a generator that takes the place of this one. */
    public static long seedOf(Random of) {
        return of.nextLong();
    }

    private static int choice(int of) {
        return Math.floorMod(run, of);
    }

    // ---- time

    public static long java_lang_System$currentTimeMillis() {
        return tick();
    }

    public static long java_lang_System$nanoTime() {
        return tick() * 1_000_003L;
    }

    public static Instant java_time_Instant$now() {
        return instant();
    }

    public static LocalDate java_time_LocalDate$now() {
        return date().toLocalDate();
    }

    public static LocalTime java_time_LocalTime$now() {
        return date().toLocalTime();
    }

    public static LocalDateTime java_time_LocalDateTime$now() {
        return date().toLocalDateTime();
    }

    public static ZonedDateTime java_time_ZonedDateTime$now() {
        return date();
    }

    public static Year java_time_Year$now() {
        return Year.of(2000 + run);
    }

    public static YearMonth java_time_YearMonth$now() {
        return YearMonth.of(2000 + run, 1 + choice(12));
    }

    public static Date java_util_Date$new() {
        return new Date(tick());
    }

    public static Calendar java_util_Calendar$getInstance() {
        Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);
        calendar.setTimeInMillis(tick());
        return calendar;
    }

    public static long java_time_Clock$millis(Clock clock) {
        return isFixed(clock) ? clock.millis() : tick();
    }

    public static Instant java_time_Clock$instant(Clock clock) {
        return isFixed(clock) ? clock.instant() : instant();
    }

    private static boolean isFixed(Clock clock) {
        return clock.getClass().getName().contains("Fixed");
    }

    // ---- chance

    public static double java_lang_Math$random() {
        return random.nextDouble();
    }

    public static UUID java_util_UUID$randomUUID() {
        return new UUID(random.nextLong(), random.nextLong());
    }

    public static Random java_util_Random$new() {
        return new Random(random.nextLong());
    }

    public static int java_util_concurrent_ThreadLocalRandom$nextInt(ThreadLocalRandom self, int bound) {
        return random.nextInt(bound);
    }

    public static int java_util_concurrent_ThreadLocalRandom$nextInt(ThreadLocalRandom self) {
        return random.nextInt();
    }

    public static long java_util_concurrent_ThreadLocalRandom$nextLong(ThreadLocalRandom self) {
        return random.nextLong();
    }

    public static double java_util_concurrent_ThreadLocalRandom$nextDouble(ThreadLocalRandom self) {
        return random.nextDouble();
    }

    public static boolean java_util_concurrent_ThreadLocalRandom$nextBoolean(ThreadLocalRandom self) {
        return random.nextBoolean();
    }

    public static int java_security_SecureRandom$nextInt(SecureRandom self) {
        return random.nextInt();
    }

    public static int java_security_SecureRandom$nextInt(SecureRandom self, int bound) {
        return random.nextInt(bound);
    }

    public static long java_security_SecureRandom$nextLong(SecureRandom self) {
        return random.nextLong();
    }

    public static void java_security_SecureRandom$nextBytes(SecureRandom self, byte[] bytes) {
        random.nextBytes(bytes);
    }

    public static void java_util_Collections$shuffle(List<?> list) {
        Collections.shuffle(list, random);
    }

    // ---- the host

    public static String java_lang_System$getenv(String name) {
        return choice(5) == 0 ? null : name + "-" + run;
    }

    public static Map<String, String> java_lang_System$getenv() {
        return Map.of("HOME", "/home/" + run, "LANG", "C");
    }

    public static String java_lang_System$getProperty(String name) {
        return name + "=" + run;
    }

    public static String java_lang_System$getProperty(String name, String otherwise) {
        return choice(3) == 0 ? otherwise : name + "=" + run;
    }

    public static int java_lang_System$identityHashCode(Object of) {
        return of == null ? 0 : random.nextInt();
    }

    public static String java_lang_System$lineSeparator() {
        return choice(2) == 0 ? "\n" : "\r\n";
    }

    public static InetAddress java_net_InetAddress$getLocalHost() throws UnknownHostException {
        return InetAddress.getByAddress("host-" + run, new byte[] {10, 0, 0, (byte) run});
    }

    public static int java_lang_Runtime$availableProcessors(Runtime self) {
        return 1 + choice(16);
    }

    public static long java_lang_Runtime$freeMemory(Runtime self) {
        return 1_000_000L + random.nextInt(1_000_000);
    }

    public static String java_lang_Thread$getName(Thread self) {
        return "thread-" + run;
    }

    public static long java_lang_Thread$getId(Thread self) {
        return 10 + run;
    }

    public static long java_lang_ProcessHandle$pid(ProcessHandle self) {
        return 4000 + run;
    }

    public static Locale java_util_Locale$getDefault() {
        return List.of(Locale.ENGLISH, Locale.GERMAN, Locale.FRENCH).get(choice(3));
    }

    public static TimeZone java_util_TimeZone$getDefault() {
        return TimeZone.getTimeZone(choice(2) == 0 ? "UTC" : "Asia/Tokyo");
    }

    public static ZoneId java_time_ZoneId$systemDefault() {
        return ZoneId.of(choice(2) == 0 ? "UTC" : "Asia/Tokyo");
    }

    public static Charset java_nio_charset_Charset$defaultCharset() {
        return choice(2) == 0 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
    }
}
