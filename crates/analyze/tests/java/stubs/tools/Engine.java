package tools;

import java.util.HashMap;
import java.util.Map;

/** An object that holds the time beside other things. */
public class Engine {
    private final Map<String, Engine> parts = new HashMap<>();
    private final long started;

    Engine(long started) {
        this.started = started;
    }

    public boolean has(String part) {
        return parts.containsKey(part);
    }

    public long uptime() {
        return System.currentTimeMillis() - started;
    }
}
