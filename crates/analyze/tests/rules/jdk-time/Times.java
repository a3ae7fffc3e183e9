package sample;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.chrono.ChronoLocalDate;
import java.time.chrono.Chronology;
import java.time.chrono.HijrahDate;
import java.time.chrono.IsoChronology;
import java.time.chrono.JapaneseDate;
import java.time.chrono.MinguoDate;
import java.time.chrono.ThaiBuddhistDate;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

class Times {
    static final ZoneId UTC = ZoneId.of("UTC");

    long millis() {
        return System.currentTimeMillis();
    }

    long nanos() {
        return System.nanoTime();
    }

    Date date() {
        return new Date();
    }

    Date dateOf(long millis) {
        return new Date(millis);
    }

    int calendar() {
        return Calendar.getInstance().get(Calendar.YEAR);
    }

    int calendarOf(TimeZone zone, Locale locale) {
        return Calendar.getInstance(zone, locale).get(Calendar.YEAR);
    }

    long gregorian() {
        return new GregorianCalendar().getTimeInMillis();
    }

    long gregorianOf(TimeZone zone) {
        return new GregorianCalendar(zone, Locale.ROOT).getTimeInMillis();
    }

    long gregorianDay() {
        return new GregorianCalendar(2020, Calendar.JANUARY, 1).getTimeInMillis();
    }

    Instant instant() {
        return Instant.now();
    }

    LocalDate localDate() {
        return LocalDate.now();
    }

    LocalTime localTime() {
        return LocalTime.now(UTC);
    }

    LocalDateTime localDateTime() {
        return LocalDateTime.now();
    }

    ZonedDateTime zoned() {
        return ZonedDateTime.now(UTC);
    }

    OffsetDateTime offset() {
        return OffsetDateTime.now();
    }

    OffsetTime offsetTime() {
        return OffsetTime.now(UTC);
    }

    boolean leapYear() {
        return Year.now().isLeap();
    }

    YearMonth yearMonth() {
        return YearMonth.now();
    }

    MonthDay monthDay() {
        return MonthDay.now(UTC);
    }

    ChronoLocalDate hijrah() {
        return HijrahDate.now();
    }

    ChronoLocalDate japanese() {
        return JapaneseDate.now();
    }

    ChronoLocalDate minguo() {
        return MinguoDate.now(UTC);
    }

    ChronoLocalDate thai() {
        return ThaiBuddhistDate.now();
    }

    LocalDate iso() {
        return IsoChronology.INSTANCE.dateNow();
    }

    ChronoLocalDate anyChronology(Chronology chronology) {
        return chronology.dateNow(UTC);
    }

    Instant byClock() {
        return Clock.systemUTC().instant();
    }

    long byTicks() {
        return Clock.tickSeconds(UTC).millis();
    }

    Instant byFixedClock() {
        return Clock.fixed(Instant.EPOCH, UTC).instant();
    }

    LocalDate nowByFixedClock() {
        return LocalDate.now(Clock.offset(Clock.fixed(Instant.EPOCH, UTC), Duration.ofDays(1)));
    }

    Instant bySource() {
        return InstantSource.system().instant();
    }

    LocalDate parsed(String text) {
        return LocalDate.parse(text).plusDays(1);
    }

    boolean due(ScheduledFuture<?> task) {
        return task.getDelay(TimeUnit.SECONDS) <= 0;
    }

    boolean overdue(Delayed task) {
        return task.getDelay(TimeUnit.SECONDS) < 0;
    }
}
