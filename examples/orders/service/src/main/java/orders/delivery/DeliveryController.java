package orders.delivery;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import orders.errors.NotFound;
import orders.journal.Journal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class DeliveryController {
    private static final int PIECES_IN_A_PARCEL = 8;

    private final DeliveryTasks tasks;

    DeliveryController(DeliveryTasks tasks) {
        this.tasks = tasks;
    }

    @GetMapping("/orders/{number}/delivery")
    Delivery show(@PathVariable long number) {
        CompletableFuture<Integer> pieces = tasks.pieces(number);
        CompletableFuture<Slot> slot = tasks.slot(number);
        return pieces.thenCombine(slot, (count, found) -> new Parts(number, count, found)).join().delivery();
    }

    /** What was found out, together. */
    private record Parts(long number, int pieces, Slot slot) {
        Delivery delivery() {
            if (pieces == 0) {
                throw new NotFound("there is no order " + number);
            }
            int parcels = (pieces + PIECES_IN_A_PARCEL - 1) / PIECES_IN_A_PARCEL;
            LocalDate today = LocalDate.now(ZoneOffset.UTC);
            Journal.note("time {}", today);
            long days = ChronoUnit.DAYS.between(today, slot.day());
            return new Delivery(number, parcels, slot.carrier(), slot.day(), slot.slot(), days);
        }
    }
}
