package java.lang;

/** Writes instants as their own method says them, which takes twenty times as long; services ask for the time at every turn. */
final class RetakeInstants {
    private static final long DAY = 86_400;
    /** Of the years that have four digits, the first second and the one behind the last. */
    private static final long FIRST = -62_167_219_200L;
    private static final long BEHIND = 253_402_300_800L;
    /** Days from the first of March of the year 0 to the first of January 1970. */
    private static final int EPOCH = 719_468;
    private static final int DAYS_IN_400_YEARS = 146_097;
    private static final int LONGEST = 30;

    private RetakeInstants() {}

    /** Writes one as text; false, with nothing written, if its year has not four digits. */
    static boolean write(RetakeBuffer out, java.time.Instant instant) {
        long seconds = instant.getEpochSecond();
        if (seconds < FIRST || seconds >= BEHIND) {
            return false;
        }
        int nanos = instant.getNano();
        int fraction = nanos == 0 ? 0 : nanos % 1_000_000 == 0 ? 3 : nanos % 1_000 == 0 ? 6 : 9;
        int length = fraction == 0 ? 20 : 21 + fraction;
        int start = out.length;
        byte[] to = out.room(start, LONGEST + 2);
        int at = RetakeBuffer.text(to, start, length);
        int days = (int) Math.floorDiv(seconds, DAY);
        at = date(to, at, days);
        to[at++] = 'T';
        int second = (int) (seconds - days * DAY);
        at = two(to, at, second / 3600);
        to[at++] = ':';
        at = two(to, at, second / 60 % 60);
        to[at++] = ':';
        at = two(to, at, second % 60);
        if (fraction > 0) {
            to[at++] = '.';
            int digits = fraction == 3 ? nanos / 1_000_000 : fraction == 6 ? nanos / 1_000 : nanos;
            for (int i = at + fraction - 1; i >= at; i--) {
                to[i] = (byte) ('0' + digits % 10);
                digits /= 10;
            }
            at += fraction;
        }
        to[at++] = 'Z';
        out.length = at;
        return true;
    }

    /** Years are counted from March on, so that the day that only some have is the last one. */
    private static int date(byte[] to, int at, int sinceEpoch) {
        int days = sinceEpoch + EPOCH;
        int cycle = Math.floorDiv(days, DAYS_IN_400_YEARS);
        int inCycle = days - cycle * DAYS_IN_400_YEARS;
        int year = (inCycle - inCycle / 1460 + inCycle / 36_524 - inCycle / 146_096) / 365;
        int inYear = inCycle - (365 * year + year / 4 - year / 100);
        int month = (5 * inYear + 2) / 153;
        int day = inYear - (153 * month + 2) / 5 + 1;
        int civilMonth = month < 10 ? month + 3 : month - 9;
        int civilYear = cycle * 400 + year + (civilMonth <= 2 ? 1 : 0);
        at = two(to, at, civilYear / 100);
        at = two(to, at, civilYear % 100);
        to[at++] = '-';
        at = two(to, at, civilMonth);
        to[at++] = '-';
        return two(to, at, day);
    }

    private static int two(byte[] to, int at, int number) {
        to[at] = (byte) ('0' + number / 10);
        to[at + 1] = (byte) ('0' + number % 10);
        return at + 2;
    }
}
