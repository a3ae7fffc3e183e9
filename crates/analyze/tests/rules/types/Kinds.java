package sample;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;

class Kinds {
    private static final Pattern DIGITS = Pattern.compile("[0-9]+");
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ISO_DATE;
    private static final LocalDate EPOCH = LocalDate.ofEpochDay(0);
    private static final Lock LOCK = new ReentrantLock();
    private static final ExecutorService POOL = Executors.newFixedThreadPool(2);
    private static final Comparator<String> ORDER = Comparator.reverseOrder();
    private static LocalDate today = EPOCH;

    enum Color {
        RED, GREEN
    }

    static boolean digits(String text) {
        return DIGITS.matcher(text).matches();
    }

    static String epoch() {
        return FORMAT.format(EPOCH);
    }

    static int locked(String text) {
        LOCK.lock();
        try {
            return text.length();
        } finally {
            LOCK.unlock();
        }
    }

    static void run(Runnable task) {
        POOL.execute(task);
    }

    static void sort(List<String> names) {
        names.sort(ORDER);
    }

    static int switched(Color color) {
        switch (color) {
            case RED:
                return 1;
            default:
                return 2;
        }
    }

    static void set(LocalDate date) {
        today = date;
    }

    public static void main(String[] args) {
        set(LocalDate.parse(args[0]));
        assert args.length == 1;
    }

    // A field of a type that cannot change is data.
    static LocalDate today() {
        return today;
    }

    // A way through something else stands for that.
    static long first(List<Long> none) {
        none.add(System.nanoTime());
        Iterator<Long> all = none.iterator();
        return all.next();
    }
}
