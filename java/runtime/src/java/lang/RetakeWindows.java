package java.lang;

import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneRules;

/** The times at which requests are recorded. */
final class RetakeWindows {
    private static final int MINUTES = 24 * 60;

    private final ZoneRules zone;
    private final int[] days;
    private final int[] from;
    private final int[] to;
    /** The minute since 1970 that was looked at last, times two, and one more if it is in a window. */
    private volatile long looked = -1;

    private RetakeWindows(ZoneRules zone, int count) {
        this.zone = zone;
        days = new int[count];
        from = new int[count];
        to = new int[count];
    }

    /** The windows; null if there are none. */
    static RetakeWindows read(RetakeReader in) {
        String zone = in.expectText();
        int count = in.expectArray();
        if (count == 0) {
            return null;
        }
        RetakeWindows windows = new RetakeWindows(ZoneId.of(zone).getRules(), count);
        for (int i = 0; i < count; i++) {
            in.expectArray();
            windows.days[i] = in.expectInteger();
            windows.from[i] = in.expectInteger();
            windows.to[i] = in.expectInteger();
        }
        return windows;
    }

    /** Whether a time is in one of them. The zone is asked once a minute. */
    boolean isOpen(long ms) {
        long minute = Math.floorDiv(ms, 60_000L);
        long known = looked;
        if (known >> 1 != minute) {
            long local = minute + zone.getOffset(Instant.ofEpochMilli(ms)).getTotalSeconds() / 60;
            // The first day of 1970 was a Thursday; Monday has the lowest bit.
            int day = (int) Math.floorMod(Math.floorDiv(local, (long) MINUTES) + 3, 7L);
            known = minute << 1 | (isOpen(day, (int) Math.floorMod(local, (long) MINUTES)) ? 1 : 0);
            looked = known;
        }
        return (known & 1) != 0;
    }

    private boolean isOpen(int day, int minute) {
        for (int i = 0; i < days.length; i++) {
            boolean today = (days[i] >> day & 1) != 0;
            boolean yesterday = (days[i] >> (day + 6) % 7 & 1) != 0;
            boolean overnight = to[i] <= from[i];
            if (today && minute >= from[i] && (overnight || minute < to[i]) || overnight && yesterday && minute < to[i]) {
                return true;
            }
        }
        return false;
    }
}
