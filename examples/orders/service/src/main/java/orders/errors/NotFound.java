package orders.errors;

/** What was asked for is not there. */
public class NotFound extends RuntimeException {
    public NotFound(String message) {
        super(message);
    }
}
