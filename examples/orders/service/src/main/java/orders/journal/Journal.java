package orders.journal;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A log of what each request depended on, a line for each use, in order. It is off unless the profile {@code journal} is on
 * ({@code logback-spring.xml}); a line begins with the request's number and the task that it belongs to.
 */
public final class Journal {
    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

    private Journal() {}

    public static void note(String format, Object... values) {
        LOG.debug(format, values);
    }
}
