package sample;

import java.io.Console;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.charset.Charset;
import java.sql.Timestamp;
import java.text.DecimalFormat;
import java.text.NumberFormat;
import java.text.SimpleDateFormat;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.Scanner;
import java.util.TimeZone;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.prefs.Preferences;
import javax.management.MBeanServer;
import javax.management.ObjectName;

class Host {
    String env() {
        return System.getenv("HOME");
    }

    String property() {
        return System.getProperty("user.dir", ".");
    }

    boolean flag() {
        return Boolean.getBoolean("flag");
    }

    Integer number() {
        return Integer.getInteger("number");
    }

    int parsed(String text) {
        return Integer.parseInt(text);
    }

    String line() {
        return "a" + System.lineSeparator();
    }

    int processors() {
        return Runtime.getRuntime().availableProcessors();
    }

    long memory() {
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    String thread() {
        return Thread.currentThread().getName();
    }

    long threadId() {
        return Thread.currentThread().getId();
    }

    boolean interrupted() {
        return Thread.interrupted();
    }

    // Which thread it is does not matter.
    void again() {
        Thread.currentThread().interrupt();
    }

    long pid() {
        return ProcessHandle.current().pid();
    }

    String user() {
        return ProcessHandle.current().info().user().orElse("");
    }

    String host() throws Exception {
        return InetAddress.getLocalHost().getHostName();
    }

    boolean resolved(String name) throws Exception {
        return InetAddress.getByName(name).isReachable(10);
    }

    byte[] hardware(String name) throws Exception {
        return NetworkInterface.getByName(name).getHardwareAddress();
    }

    Locale locale() {
        return Locale.getDefault();
    }

    Locale given() {
        return Locale.forLanguageTag("de");
    }

    TimeZone zone() {
        return TimeZone.getDefault();
    }

    ZoneId zoneId() {
        return ZoneId.systemDefault();
    }

    Charset charset() {
        return Charset.defaultCharset();
    }

    String preference() {
        return Preferences.userRoot().get("key", "");
    }

    long uptime() {
        return ManagementFactory.getRuntimeMXBean().getUptime();
    }

    long heap() {
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    double processLoad(com.sun.management.OperatingSystemMXBean system) {
        return system.getProcessCpuLoad();
    }

    long[] deadlocked() {
        return ManagementFactory.getThreadMXBean().findDeadlockedThreads();
    }

    Object attribute(MBeanServer server, ObjectName name) throws Exception {
        return server.getAttribute(name, "Count");
    }

    boolean busy(ThreadPoolExecutor pool) {
        return pool.getActiveCount() > 3;
    }

    int parallelism() {
        return ForkJoinPool.getCommonPoolParallelism();
    }

    String typed(Console console) {
        return console.readLine();
    }

    // A rule names calls; this is a field.
    String scanned() {
        return new Scanner(System.in).nextLine();
    }

    int readFromInput() throws Exception {
        return System.in.read();
    }
}

/** Zone, locale and charset of the machine, asked for by nobody. */
class Hidden {
    String formatted(int number) {
        return String.format("%,d", number) + "%,d".formatted(number);
    }

    String cases(String text) {
        return text.toUpperCase() + text.toLowerCase();
    }

    String text(byte[] bytes) {
        return new String(bytes);
    }

    byte[] bytes(String text) {
        return text.getBytes();
    }

    int read(InputStream in) throws Exception {
        return new InputStreamReader(in).read();
    }

    String number(double number) {
        return NumberFormat.getInstance().format(number) + new DecimalFormat("#.0").format(number);
    }

    String day(Date date) {
        return new SimpleDateFormat("yyyy-MM-dd").format(date);
    }

    int hour(Date date) {
        return date.getHours();
    }

    LocalDateTime local(Timestamp stamp) {
        return stamp.toLocalDateTime();
    }

    long moment(int year) {
        return new GregorianCalendar(year, 0, 1).getTimeInMillis();
    }

    String month(LocalDateTime time) {
        return time.format(DateTimeFormatter.ofPattern("MMM"));
    }
}
