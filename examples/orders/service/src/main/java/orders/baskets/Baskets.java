package orders.baskets;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import orders.journal.Journal;
import org.springframework.data.redis.core.HashOperations;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Repository;

/** The baskets of customers, in Redis: one hash each, which goes away when nobody looks after it. */
@Repository
public class Baskets {
    private static final Duration KEPT = Duration.ofMinutes(30);

    private final StringRedisTemplate redis;

    Baskets(StringRedisTemplate redis) {
        this.redis = redis;
    }

    /** Changes how many of a product a customer wants. */
    void put(String customer, String sku, int quantity) {
        HashOperations<String, String, String> baskets = redis.opsForHash();
        String key = key(customer);
        if (quantity == 0) {
            baskets.delete(key, sku);
            Journal.note("redis delete {} {}", key, sku);
        } else {
            baskets.put(key, sku, Integer.toString(quantity));
            Journal.note("redis put {} {} {}", key, sku, quantity);
        }
        redis.expire(key, KEPT);
        Journal.note("redis expire {} {}", key, KEPT);
    }

    /** Quantities by product. */
    Map<String, Integer> items(String customer) {
        HashOperations<String, String, String> baskets = redis.opsForHash();
        Map<String, Integer> items = new TreeMap<>();
        baskets.entries(key(customer)).forEach((sku, quantity) -> items.put(sku, Integer.valueOf(quantity)));
        Journal.note("redis entries {}", key(customer));
        return items;
    }

    /** How many seconds a basket still has. */
    long secondsLeft(String customer) {
        Long seconds = redis.getExpire(key(customer), TimeUnit.SECONDS);
        Journal.note("redis getExpire {} {}", key(customer), TimeUnit.SECONDS);
        return seconds == null ? 0 : Math.max(0, seconds);
    }

    /** Forgets a basket. */
    public boolean forget(String customer) {
        boolean forgotten = Boolean.TRUE.equals(redis.delete(key(customer)));
        Journal.note("redis delete {}", key(customer));
        return forgotten;
    }

    private static String key(String customer) {
        return "basket:" + customer;
    }
}
