package sample;

import com.google.common.base.Joiner;
import com.google.common.base.Stopwatch;
import com.google.common.base.Ticker;
import com.google.common.util.concurrent.RateLimiter;
import java.util.List;
import java.util.concurrent.TimeUnit;

class Clocks {
    private final RateLimiter limiter = RateLimiter.create(5);

    long elapsed(Runnable task) {
        Stopwatch watch = Stopwatch.createStarted();
        task.run();
        return watch.elapsed(TimeUnit.MILLISECONDS);
    }

    void printed(Runnable task) {
        Stopwatch watch = Stopwatch.createStarted();
        task.run();
        System.out.println(watch);
    }

    String told(Stopwatch watch) {
        return watch.toString();
    }

    long ticked() {
        return Ticker.systemTicker().read();
    }

    boolean allowed() {
        return limiter.tryAcquire();
    }

    String joined(List<String> names) {
        return Joiner.on(',').join(names);
    }
}
