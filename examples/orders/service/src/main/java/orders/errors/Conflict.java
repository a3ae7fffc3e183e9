package orders.errors;

/** What was asked for cannot be done as things are. */
public class Conflict extends RuntimeException {
    public Conflict(String message) {
        super(message);
    }
}
