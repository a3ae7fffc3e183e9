package shop.stock;

import java.math.BigDecimal;

/** A product at a price. */
public record Offer(Product product, BigDecimal price) {}
