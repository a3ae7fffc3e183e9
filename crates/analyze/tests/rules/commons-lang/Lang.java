package sample;

import java.util.Random;
import org.apache.commons.lang3.RandomStringUtils;
import org.apache.commons.lang3.RandomUtils;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.SystemUtils;
import org.apache.commons.lang3.time.StopWatch;

class Lang {
    String text() {
        return RandomStringUtils.randomAlphanumeric(8);
    }

    String secureText() {
        return RandomStringUtils.secure().nextNumeric(8);
    }

    // With a generator that is given.
    String sameText() {
        return RandomStringUtils.random(4, 0, 0, true, true, null, new Random(1));
    }

    // Directly, whatever becomes of it.
    void drawn() {
        RandomUtils.nextInt(0, 9);
    }

    long secureNumber() {
        return RandomUtils.secure().randomLong();
    }

    String olderText() {
        return org.apache.commons.lang.RandomStringUtils.random(8);
    }

    int olderNumber() {
        return org.apache.commons.lang.math.RandomUtils.nextInt(10);
    }

    int olderSameNumber() {
        return org.apache.commons.lang.math.RandomUtils.nextInt(new Random(1), 10);
    }

    boolean slow(Runnable task) {
        StopWatch watch = StopWatch.createStarted();
        task.run();
        return watch.getTime() > 100;
    }

    // For people only.
    void timed(Runnable task) {
        org.apache.commons.lang.time.StopWatch watch = new org.apache.commons.lang.time.StopWatch();
        watch.start();
        task.run();
        System.out.println(watch.getTime());
    }

    String host() {
        return SystemUtils.getHostName();
    }

    boolean blank(String text) {
        return StringUtils.isBlank(text);
    }
}
