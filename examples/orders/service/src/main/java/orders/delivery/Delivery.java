package orders.delivery;

import java.time.LocalDate;
import java.util.UUID;

/** How an order could reach its customer. */
record Delivery(long order, int parcels, String carrier, LocalDate day, UUID slot, long daysLeft) {}
