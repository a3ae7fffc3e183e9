package orders.products;

import java.math.BigDecimal;

/** Something that can be ordered; the price is in US dollars. */
public record Product(String sku, String name, String category, BigDecimal price, int stock) {}
