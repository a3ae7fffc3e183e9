package orders.delivery;

import java.time.LocalDate;
import java.util.UUID;

/** When the warehouse could send an order. */
record Slot(long order, String carrier, LocalDate day, UUID slot) {}
