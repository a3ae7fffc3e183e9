package orders.stats;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/** What the service did since it started. */
@Component
public class Stats {
    private final AtomicLong placed = new AtomicLong();
    private final AtomicLong ratesAsked = new AtomicLong();
    private volatile Instant lastOrderAt;
    private BigDecimal turnover = BigDecimal.ZERO;

    /** An order was placed; gives its position among all since the start. */
    public long placed(Instant at, BigDecimal total) {
        lastOrderAt = at;
        synchronized (this) {
            turnover = turnover.add(total);
        }
        return placed.incrementAndGet();
    }

    public void ratesAsked() {
        ratesAsked.incrementAndGet();
    }

    long placed() {
        return placed.get();
    }

    long asked() {
        return ratesAsked.get();
    }

    Instant lastOrderAt() {
        return lastOrderAt;
    }

    synchronized BigDecimal turnover() {
        return turnover;
    }
}
