package orders.delivery;

import java.util.concurrent.CompletableFuture;
import orders.journal.Journal;
import org.slf4j.MDC;
import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/** What has to be found out about a delivery, each on a thread of its own. */
@Component
class DeliveryTasks {
    private final DeliveryMapper deliveries;
    private final RestClient warehouse;

    DeliveryTasks(DeliveryMapper deliveries, RestClient warehouse) {
        this.deliveries = deliveries;
        this.warehouse = warehouse;
    }

    @Async
    CompletableFuture<Integer> pieces(long order) {
        MDC.put("task", "pieces");
        Integer pieces = deliveries.pieces(order);
        return CompletableFuture.completedFuture(pieces == null ? 0 : pieces);
    }

    @Async
    CompletableFuture<Slot> slot(long order) {
        MDC.put("task", "slot");
        Slot slot = warehouse.get().uri("/slots/{order}", order).retrieve().body(Slot.class);
        Journal.note("http {} {} {} {}", slot.order(), slot.carrier(), slot.day(), slot.slot());
        return CompletableFuture.completedFuture(slot);
    }
}
