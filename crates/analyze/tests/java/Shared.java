package shared;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** An object of which the container keeps one: its fields outlive a request. */
class Shared extends Base {
    private int hits;
    private final Map<String, String> cache = new HashMap<>();
    private final AtomicLong served = new AtomicLong();
    private final long started = System.currentTimeMillis();
    // Never changed after the object is made.
    private final String greeting;
    private int size = 16;
    private final Map<String, String> names = new HashMap<>();
    // Its setter is never called.
    private int limit;
    // Of a request alone, because its object is.
    static final class Basket {
        int items;

        void add() {
            items++;
        }

        int items() {
            return items;
        }
    }

    Shared() {
        greeting = "hello";
        names.put("a", "Anna");
    }

    void setLimit(int limit) {
        this.limit = limit;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
        hits++;
        decide();
        answer("a");
        served();
        uptime();
        constant("a");
        basket();
        inherited();
    }

    boolean decide() {
        return hits > 10;
    }

    String answer(String key) {
        String known = cache.get(key);
        if (known == null) {
            cache.put(key, key.trim());
        }
        return known;
    }

    long served() {
        return served.incrementAndGet();
    }

    long uptime() {
        return started;
    }

    String constant(String key) {
        return greeting + size + names.get(key) + limit;
    }

    int basket() {
        Basket basket = new Basket();
        basket.add();
        return basket.items();
    }
}

class Base extends HttpServlet {
    protected int inherited;

    int inherited() {
        inherited = inherited + 1;
        return inherited;
    }
}
