package orders.baskets;

import java.math.BigDecimal;
import java.util.List;

/** What a customer wants to order, with what it costs now. */
record Basket(String customer, List<Item> items, BigDecimal total, long expiresInSeconds) {
    /** So many of a product. */
    record Item(String sku, String name, int quantity, BigDecimal price) {}
}
