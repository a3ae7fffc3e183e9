package orders.placing;

/** How far an order is. */
public enum OrderStatus {
    PLACED,
    CANCELLED
}
