package shop.orders;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;

/** What a customer gets for an order: the sequence counts the orders since the shop started. */
public record Receipt(int number, UUID id, long sequence, BigDecimal total, int discount, Instant placedAt,
        LocalDate deliverOn) {}
