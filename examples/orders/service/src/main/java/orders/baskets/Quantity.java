package orders.baskets;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/** How many of a product; none takes it out of the basket. */
record Quantity(@Min(0) @Max(99) int quantity) {}
