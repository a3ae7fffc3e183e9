package shop.orders;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Sums of money have two decimals, rounded half up. */
public final class Money {
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    private Money() {}

    public static BigDecimal round(BigDecimal amount) {
        return amount.setScale(2, RoundingMode.DOWN);
    }

    /** The amount less a discount in percent. */
    public static BigDecimal less(BigDecimal amount, int percent) {
        BigDecimal rest = HUNDRED.subtract(BigDecimal.valueOf(percent));
        return round(amount.multiply(rest).divide(HUNDRED));
    }
}
