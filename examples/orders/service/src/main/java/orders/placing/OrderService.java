package orders.placing;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import orders.errors.Conflict;
import orders.errors.NotFound;
import orders.journal.Journal;
import orders.products.Catalog;
import orders.products.Product;
import orders.products.ProductMapper;
import orders.rates.Rate;
import orders.rates.Rates;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Places orders and cancels them: the stock and the order change together, or not at all. */
@Service
class OrderService {
    private final OrderMapper orders;
    private final ProductMapper products;
    private final Catalog catalog;
    private final Rates rates;

    OrderService(OrderMapper orders, ProductMapper products, Catalog catalog, Rates rates) {
        this.orders = orders;
        this.products = products;
        this.catalog = catalog;
        this.rates = rates;
    }

    @Transactional
    Order place(OrderRequest request) {
        String currency = request.currency() == null ? "USD" : request.currency();
        Rate rate = rates.rate(currency);
        List<OrderLine> lines = new ArrayList<>();
        BigDecimal total = BigDecimal.ZERO;
        for (OrderRequest.Line wanted : inOrder(request.lines())) {
            Product product = catalog.product(wanted.sku());
            BigDecimal price = product.price().multiply(rate.rate()).setScale(2, RoundingMode.HALF_EVEN);
            lines.add(new OrderLine(product.sku(), wanted.quantity(), price));
            total = total.add(price.multiply(BigDecimal.valueOf(wanted.quantity())));
        }
        Order order = new Order();
        order.setToken(UUID.randomUUID());
        Journal.note("uuid {}", order.getToken());
        order.setCustomer(request.customer());
        order.setReference(request.reference());
        order.setStatus(OrderStatus.PLACED);
        order.setCurrency(currency);
        order.setTotal(total);
        order.setPickupCode(ThreadLocalRandom.current().nextInt(100_000, 1_000_000));
        Journal.note("random {}", order.getPickupCode());
        order.setPlacedAt(Instant.now());
        Journal.note("time {}", order.getPlacedAt());
        orders.insert(order);
        orders.insertLines(order.getNumber(), lines);
        for (OrderLine line : lines) {
            if (products.take(line.sku(), line.quantity()) == 0) {
                throw new Conflict("there are not enough of " + line.sku());
            }
        }
        return order;
    }

    /** Orders take from the stock in one order, so that no two wait for each other. */
    private static List<OrderRequest.Line> inOrder(List<OrderRequest.Line> lines) {
        return lines.stream().sorted(Comparator.comparing(OrderRequest.Line::sku)).toList();
    }

    @Transactional
    Order cancel(long number) {
        Instant now = Instant.now();
        Journal.note("time {}", now);
        if (orders.cancel(number, now) == 0) {
            byNumber(number);
            throw new Conflict("order " + number + " was cancelled before");
        }
        for (OrderLine line : orders.lines(number)) {
            products.putBack(line.sku(), line.quantity());
        }
        return byNumber(number);
    }

    Order byNumber(long number) {
        Order order = orders.byNumber(number);
        if (order == null) {
            throw new NotFound("there is no order " + number);
        }
        return order;
    }

    List<OrderLine> lines(long number) {
        return orders.lines(number);
    }

    List<Order> search(OrderSearch search) {
        return orders.search(search);
    }
}
