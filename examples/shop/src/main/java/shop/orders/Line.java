package shop.orders;

import java.math.BigDecimal;

/** So many of one product, each at a price. */
public record Line(int product, String name, int quantity, BigDecimal unitPrice) {
    public BigDecimal sum() {
        return unitPrice.multiply(BigDecimal.valueOf(quantity));
    }
}
