package vendor;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;

/** A library that keeps a counter in a file, in a way that no rule knows. */
public final class Tickets {
    private static File file = new File("tickets");

    private Tickets() {}

    /** The next ticket for somebody. */
    public static String next(String name) {
        return name + "-" + count();
    }

    /** Where the office is. */
    public static String zone() {
        return java.util.TimeZone.getDefault().getID();
    }

    private static synchronized long count() {
        try (RandomAccessFile counter = new RandomAccessFile(file, "rw")) {
            long next = counter.length() == 0 ? 1 : counter.readLong() + 1;
            counter.seek(0);
            counter.writeLong(next);
            return next;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
