package orders.stats;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.time.Instant;
import orders.journal.Journal;
import orders.products.Catalog;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class StatsController {
    private final Stats stats;

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record View(long orders, BigDecimal turnover, Instant lastOrderAt, long ratesAsked, int productsKnown, Instant at) {}

    StatsController(Stats stats) {
        this.stats = stats;
    }

    @GetMapping("/stats")
    View show() {
        View view = new View(stats.placed(), stats.turnover(), stats.lastOrderAt(), stats.asked(), Catalog.known(),
                Instant.now());
        Journal.note("state {}", view.orders());
        Journal.note("state {}", view.turnover());
        Journal.note("state {}", view.lastOrderAt());
        Journal.note("state {}", view.ratesAsked());
        Journal.note("state {}", view.productsKnown());
        Journal.note("time {}", view.at());
        return view;
    }
}
