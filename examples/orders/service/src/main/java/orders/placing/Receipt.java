package orders.placing;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.UUID;

/** What a customer gets for an order; today's orders are counted. */
record Receipt(
        long number,
        UUID token,
        String currency,
        BigDecimal total,
        int pickupCode,
        Instant placedAt,
        long sinceStart,
        long today) {}
