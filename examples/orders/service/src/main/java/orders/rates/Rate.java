package orders.rates;

import java.math.BigDecimal;

/** What a US dollar costs in a currency. */
public record Rate(String currency, BigDecimal rate) {}
