package orders.placing;

import java.math.BigDecimal;

/** So many of a product, at the price that it had. */
public record OrderLine(String sku, int quantity, BigDecimal price) {}
