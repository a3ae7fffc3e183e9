package orders.placing;

/** Which orders are looked for; what is {@code null} does not matter. */
public record OrderSearch(String customer, OrderStatus status, int limit) {}
