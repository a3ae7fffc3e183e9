package orders.products;

import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.NotNull;
import java.math.BigDecimal;

/** A new price. */
record PriceChange(@NotNull @DecimalMin("0.01") @Digits(integer = 6, fraction = 2) BigDecimal price) {}
