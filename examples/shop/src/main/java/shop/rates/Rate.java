package shop.rates;

import java.math.BigDecimal;

/** What one unit of the shop's money is worth in another currency, and when the shop learnt it. */
public record Rate(String currency, BigDecimal value, long learntAt) {}
