package shop.orders;

import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import shop.ShopException;
import shop.rates.Rate;
import shop.rates.RateClient;
import shop.stock.Catalog;
import shop.stock.StockRoom;

/** Makes quotes: looks up the stock and asks for the rate at the same time. */
public final class QuoteDesk implements AutoCloseable {
    private static final Duration VALID = Duration.ofMinutes(15);

    private final ThreadPoolExecutor workers = new ThreadPoolExecutor(
            16, 16, 60, TimeUnit.SECONDS, new ArrayBlockingQueue<>(256), new ThreadPoolExecutor.CallerRunsPolicy());
    private final Catalog catalog;
    private final StockRoom stock;
    private final RateClient rates;

    public QuoteDesk(Catalog catalog, StockRoom stock, RateClient rates) {
        this.catalog = catalog;
        this.stock = stock;
        this.rates = rates;
    }

    public Quote quote(int product, int quantity, String currency, boolean gold) {
        BigDecimal price = catalog.price(product);
        Future<Integer> asked = workers.submit(() -> stock.onHand(quantity));
        Future<Rate> told = workers.submit(() -> rates.now(currency));
        int onHand = join(asked);
        Rate rate = join(told);

        int discount = Discounts.percent(gold);
        BigDecimal net = Money.less(price.multiply(BigDecimal.valueOf(quantity)), discount);
        BigDecimal total = Money.round(net.multiply(rate.value()));
        Instant now = Instant.now();
        Instant expires = now.plus(VALID).truncatedTo(ChronoUnit.MINUTES);
        return new Quote(product, quantity, currency, rate.value(), total, discount, onHand >= quantity,
                Delivery.date(catalog.product(product).isHeavy()), expires, Duration.between(now, expires).toMillis());
    }

    private static <T> T join(Future<T> future) {
        try {
            return future.get(20, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ShopException) {
                throw (ShopException) e.getCause();
            }
            if (e.getCause() instanceof SQLException) {
                throw ShopException.unavailable((SQLException) e.getCause());
            }
            throw new IllegalStateException("a part of the quote failed", e.getCause());
        } catch (TimeoutException e) {
            throw ShopException.badGateway("a part of the quote took too long", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while making a quote", e);
        }
    }

    @Override
    public void close() {
        workers.shutdown();
    }
}
