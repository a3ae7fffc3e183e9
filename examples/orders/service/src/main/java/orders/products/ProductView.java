package orders.products;

import java.math.BigDecimal;
import java.time.Instant;

/** A product as customers see it. */
record ProductView(String sku, String name, BigDecimal price, boolean available, long views, Instant at) {}
