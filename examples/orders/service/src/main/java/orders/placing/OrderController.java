package orders.placing;

import jakarta.validation.Valid;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import orders.baskets.Baskets;
import orders.journal.Journal;
import orders.stats.Stats;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/orders")
class OrderController {
    private static final int MOST = 20;

    private final OrderService orders;
    private final Baskets baskets;
    private final Stats stats;
    private final StringRedisTemplate redis;

    OrderController(OrderService orders, Baskets baskets, Stats stats, StringRedisTemplate redis) {
        this.orders = orders;
        this.baskets = baskets;
        this.stats = stats;
        this.redis = redis;
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    Receipt place(@Valid @RequestBody OrderRequest request) {
        Order order = orders.place(request);
        baskets.forget(order.getCustomer());
        long sinceStart = stats.placed(order.getPlacedAt(), order.getTotal());
        Journal.note("state {}", sinceStart);
        return new Receipt(order.getNumber(), order.getToken(), order.getCurrency(), order.getTotal(),
                order.getPickupCode(), order.getPlacedAt(), sinceStart, countToday(order.getPlacedAt()));
    }

    @GetMapping("/{number}")
    OrderView show(@PathVariable long number) {
        return view(orders.byNumber(number));
    }

    @GetMapping
    List<OrderView> search(@RequestParam(required = false) String customer,
            @RequestParam(required = false) OrderStatus status) {
        return orders.search(new OrderSearch(customer, status, MOST)).stream().map(this::view).toList();
    }

    @PostMapping("/{number}/cancellation")
    OrderView cancel(@PathVariable long number) {
        return view(orders.cancel(number));
    }

    private OrderView view(Order order) {
        List<OrderLine> lines = orders.lines(order.getNumber());
        Instant now = Instant.now();
        Journal.note("time {}", now);
        return OrderView.of(order, lines, now);
    }

    private long countToday(Instant now) {
        LocalDate today = now.atZone(ZoneOffset.UTC).toLocalDate();
        Long count = redis.opsForValue().increment("orders:" + today);
        Journal.note("redis increment orders:{} {}", today, count);
        return count == null ? 0 : count;
    }
}
