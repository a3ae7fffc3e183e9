package orders.rates;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import orders.errors.NotFound;
import orders.journal.Journal;
import orders.stats.Stats;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Service;
import org.springframework.web.client.RestClient;

/** Rates of currencies, which the warehouse tells. One is good for a quarter of a second. */
@Service
public class Rates {
    private static final Duration GOOD_FOR = Duration.ofMillis(250);

    private final RestClient warehouse;
    private final Stats stats;
    private final Map<String, Kept> kept = new HashMap<>();

    private record Kept(Rate rate, Instant since) {}

    Rates(RestClient warehouse, Stats stats) {
        this.warehouse = warehouse;
        this.stats = stats;
    }

    public Rate rate(String currency) {
        Instant now = Instant.now();
        Journal.note("time {}", now);
        Kept last;
        synchronized (kept) {
            last = kept.get(currency);
        }
        Journal.note("rate {} {}", currency, last != null);
        if (last != null && last.since().plus(GOOD_FOR).isAfter(now)) {
            return last.rate();
        }
        Rate rate = ask(currency);
        synchronized (kept) {
            kept.put(currency, new Kept(rate, now));
        }
        return rate;
    }

    private Rate ask(String currency) {
        stats.ratesAsked();
        Rate rate = warehouse.get().uri("/rates/{currency}", currency).retrieve()
                .onStatus(HttpStatus.NOT_FOUND::equals, (request, response) -> {
                    Journal.note("http failed");
                    throw new NotFound("there is no rate for " + currency);
                })
                .body(Rate.class);
        Journal.note("http {} {}", rate.currency(), rate.rate());
        return rate;
    }
}
