package shop.orders;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;

/** A binding price in another currency, until it expires. */
public record Quote(int product, int quantity, String currency, BigDecimal rate, BigDecimal total, int discount,
        boolean available, LocalDate deliverOn, Instant expiresAt, long expiresInMillis) {}
