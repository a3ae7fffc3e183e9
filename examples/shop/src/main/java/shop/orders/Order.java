package shop.orders;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;

/** An order as it was placed. The coupon is null where none was used. */
public record Order(int number, String id, String reference, String customer, String coupon, BigDecimal total,
        Instant placedAt, LocalDate deliverOn, List<Line> lines) {}
