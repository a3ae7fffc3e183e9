package time;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;

class Time {
    Date date() {
        return new Date();
    }

    // A date from a number is as fixed as the number.
    Date fixed() {
        return new Date(86_400_000L);
    }

    String today() {
        return LocalDate.now().toString();
    }

    boolean weekend() {
        switch (LocalDate.now(ZoneId.of("UTC")).getDayOfWeek()) {
            case SATURDAY:
            case SUNDAY:
                return true;
            default:
                return false;
        }
    }

    int hour() {
        Calendar calendar = Calendar.getInstance();
        return calendar.get(Calendar.HOUR_OF_DAY);
    }

    int year() {
        return new GregorianCalendar(2020, 1, 1).get(Calendar.YEAR) + new GregorianCalendar().get(Calendar.YEAR);
    }

    long took(Runnable work) {
        long begin = System.nanoTime();
        work.run();
        return System.nanoTime() - begin;
    }

    // Measured and told to nobody.
    void measured(Runnable work) {
        long begin = System.nanoTime();
        work.run();
        System.out.println(System.nanoTime() - begin);
    }

    // A clock is a generator: what it tells is the point.
    Instant byClock() {
        Clock clock = Clock.systemUTC();
        return clock.instant();
    }

    LocalDate byGivenClock(Clock clock) {
        return LocalDate.now(clock);
    }

    LocalDate byFixedClock() {
        return LocalDate.now(Clock.fixed(Instant.EPOCH, ZoneId.of("UTC")));
    }

    LocalDate byOffsetClock() {
        return LocalDate.now(Clock.offset(Clock.systemUTC(), java.time.Duration.ofDays(1)));
    }
}
