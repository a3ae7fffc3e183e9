package sample;

import org.joda.time.DateTime;
import org.joda.time.DateTimeUtils;
import org.joda.time.DateTimeZone;
import org.joda.time.Days;
import org.joda.time.Instant;
import org.joda.time.Interval;
import org.joda.time.LocalDate;
import org.joda.time.LocalDateTime;

class Joda {
    private static final DateTime EPOCH = new DateTime(0L, DateTimeZone.UTC);

    long millis() {
        return DateTimeUtils.currentTimeMillis();
    }

    DateTime now() {
        return DateTime.now();
    }

    DateTime made() {
        return new DateTime();
    }

    DateTime madeIn(DateTimeZone zone) {
        return new DateTime(zone);
    }

    DateTime madeOf(long millis) {
        return new DateTime(millis, DateTimeZone.UTC);
    }

    LocalDate today() {
        return LocalDate.now(DateTimeZone.UTC);
    }

    LocalDateTime local() {
        return new LocalDateTime();
    }

    Instant instant() {
        return Instant.now();
    }

    boolean expired(DateTime until) {
        return until.isBeforeNow();
    }

    boolean open(Interval hours) {
        return hours.containsNow();
    }

    int days(LocalDate from, LocalDate to) {
        return Days.daysBetween(from, to).getDays();
    }

    DateTimeZone zone() {
        return DateTimeZone.getDefault();
    }

    DateTime epoch() {
        return EPOCH.plusDays(1);
    }
}
