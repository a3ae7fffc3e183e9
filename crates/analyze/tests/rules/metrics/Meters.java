package sample;

import com.codahale.metrics.MetricRegistry;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.Timer;
import io.micrometer.observation.Observation;
import io.opentelemetry.api.metrics.LongCounter;
import io.prometheus.client.Histogram;
import java.util.concurrent.TimeUnit;

class Meters {
    private static final Counter CALLS = Metrics.counter("calls");
    private static final Histogram TIMES = Histogram.build("times", "times").register();
    private static final MetricRegistry REGISTRY = new MetricRegistry();

    void counted(MeterRegistry registry) {
        CALLS.increment();
        registry.counter("calls", "kind", "a").increment(System.nanoTime());
    }

    void timed(Timer timer, Runnable task) {
        long begin = System.nanoTime();
        task.run();
        timer.record(System.nanoTime() - begin, TimeUnit.NANOSECONDS);
    }

    // What is run gives the result, not the timer.
    long run(Timer timer) {
        return timer.record(() -> System.currentTimeMillis());
    }

    String runConstant(Timer timer) {
        return timer.record(() -> "constant");
    }

    long observed(Observation observation) {
        return observation.observe(() -> System.currentTimeMillis());
    }

    long sampled(MeterRegistry registry, Timer timer) {
        Timer.Sample sample = Timer.start(registry);
        return sample.stop(timer);
    }

    void sampledForNobody(MeterRegistry registry, Timer timer) {
        Timer.start(registry).stop(timer);
    }

    void dropwizard() {
        REGISTRY.meter("requests").mark();
        REGISTRY.histogram("sizes").update(System.nanoTime());
    }

    long dropwizardTime(com.codahale.metrics.Timer timer) {
        return timer.time().stop();
    }

    Long dropwizardRun(com.codahale.metrics.Timer timer) throws Exception {
        return timer.time(() -> System.nanoTime());
    }

    void prometheus() {
        TIMES.observe(System.nanoTime());
    }

    double prometheusTime() {
        return TIMES.startTimer().observeDuration();
    }

    void telemetry(LongCounter counter) {
        counter.add(System.nanoTime());
    }
}
