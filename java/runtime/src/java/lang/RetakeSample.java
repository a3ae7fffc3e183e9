package java.lang;

import java.util.concurrent.atomic.AtomicLong;

/** How many requests of an entry are recorded: a share of them, and no more than so many a second. */
final class RetakeSample {
    /** All requests, as a share. */
    static final long ALL = 1L << 53;
    /** So many entries have a rate of their own; all others share one. */
    private static final int MOST = 1024;

    private final String method;
    private final String pattern;
    private final long share;
    /** Nanoseconds from one request to the next; 0 if it does not matter. */
    private final long interval;
    private final AtomicLong asked = new AtomicLong();
    /** When the next request is due, for whatever has no time of its own. */
    private final AtomicLong due = new AtomicLong(System.nanoTime());
    /** What is due of each entry, if this is about many. */
    private final Entry[] entries;
    private int known;

    RetakeSample(RetakeReader in) {
        in.expectArray();
        method = in.expectTextOrNothing();
        pattern = in.expectTextOrNothing();
        share = in.expectLong();
        interval = in.expectLong();
        entries = pattern == null && interval > 0 ? new Entry[2 * MOST] : null;
    }

    boolean isAll() {
        return share >= ALL && interval == 0;
    }

    boolean hasRate() {
        return interval > 0;
    }

    /** Whether this is about a request to a path, or about a call, which has no method of HTTP. */
    boolean means(String method, String name) {
        boolean http = pattern.startsWith("/");
        return http == (method != null) && (this.method == null || this.method.equals(method))
                && fits(pattern, 0, name, 0, http ? '/' : '.');
    }

    /** Whether the next request is recorded. Chance decides, which is the same in every process. */
    boolean takes(String entry) {
        if (share < ALL && draw(asked.getAndIncrement()) >= share) {
            return false;
        }
        if (interval == 0) {
            return true;
        }
        AtomicLong due = entries == null ? this.due : due(shape(entry));
        long now = System.nanoTime();
        long next = due.get();
        // Whoever loses the race would have come a moment too early.
        return next - now <= 0 && due.compareAndSet(next, Math.max(next, now - interval) + interval);
    }

    /** A number below {@link #ALL}; those of numbers in a row have nothing to do with each other. */
    static long draw(long number) {
        long z = number * 0x9e3779b97f4a7c15L + 0x632be59bd9b4e019L;
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return (z ^ z >>> 31) >>> 11;
    }

    /** An entry without what is different in each of its requests. */
    private static String shape(String entry) {
        StringBuilder shape = new StringBuilder(entry.length());
        int start = 0;
        for (int i = 0; i <= entry.length(); i++) {
            if (i == entry.length() || entry.charAt(i) == '/') {
                boolean varies = false;
                for (int j = start; j < i && start > 0; j++) {
                    varies |= entry.charAt(j) >= '0' && entry.charAt(j) <= '9';
                }
                shape.append(varies ? "*" : entry.substring(start, i)).append('/');
                start = i + 1;
            }
        }
        return shape.toString();
    }

    private AtomicLong due(String shape) {
        int slot = shape.hashCode() & 2 * MOST - 1;
        for (int i = slot; entries[i] != null; i = i + 1 & 2 * MOST - 1) {
            if (entries[i].shape.equals(shape)) {
                return entries[i];
            }
        }
        synchronized (this) {
            int free = slot;
            while (entries[free] != null) {
                if (entries[free].shape.equals(shape)) {
                    return entries[free];
                }
                free = free + 1 & 2 * MOST - 1;
            }
            if (known == MOST) {
                return due;
            }
            known++;
            return entries[free] = new Entry(shape);
        }
    }

    /** Whether a text fits a pattern from some place on: {@code *} is anything but the separator, {@code **} is anything. */
    static boolean fits(String pattern, int p, String text, int at, char separator) {
        for (; p < pattern.length(); p++, at++) {
            if (pattern.charAt(p) == '*') {
                boolean any = p + 1 < pattern.length() && pattern.charAt(p + 1) == '*';
                for (int end = at; end <= text.length(); end++) {
                    if (fits(pattern, p + (any ? 2 : 1), text, end, separator)) {
                        return true;
                    }
                    if (!any && end < text.length() && text.charAt(end) == separator) {
                        return false;
                    }
                }
                return false;
            }
            if (at == text.length() || pattern.charAt(p) != text.charAt(at)) {
                return false;
            }
        }
        return at == text.length();
    }

    /** When the next request of one entry is due. */
    private static final class Entry extends AtomicLong {
        private static final long serialVersionUID = 1;

        final String shape;

        Entry(String shape) {
            super(System.nanoTime());
            this.shape = shape;
        }
    }
}
