package orders.placing;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** An order as customers see it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record OrderView(
        long number,
        UUID token,
        String customer,
        String reference,
        OrderStatus status,
        String currency,
        BigDecimal total,
        List<OrderLine> lines,
        Instant placedAt,
        Instant cancelledAt,
        long ageInMillis) {
    static OrderView of(Order order, List<OrderLine> lines, Instant now) {
        long age = Duration.between(order.getPlacedAt(), now).toMillis();
        return new OrderView(order.getNumber(), order.getToken(), order.getCustomer(), order.getReference(),
                order.getStatus(), order.getCurrency(), order.getTotal(), lines, order.getPlacedAt(),
                order.getCancelledAt(), age);
    }
}
