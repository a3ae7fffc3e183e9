package orders.errors;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** What callers are told when something is wrong, with a number to ask us about. */
record Problem(String message, List<String> details, UUID incident, Instant at) {}
