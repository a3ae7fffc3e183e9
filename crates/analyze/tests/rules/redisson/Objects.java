package sample;

import org.redisson.api.RBucket;
import org.redisson.api.RLock;
import org.redisson.api.RMap;
import org.redisson.api.RedissonClient;

class Objects {
    private static RedissonClient client;

    static void use(RedissonClient given) {
        client = given;
    }

    String get(String key) {
        RMap<String, String> map = client.getMap("names");
        return map.get(key);
    }

    void set(RBucket<Long> bucket) {
        bucket.set(System.currentTimeMillis());
    }

    long next(String name) {
        return client.getAtomicLong(name).incrementAndGet();
    }

    boolean locked(RLock lock) {
        return lock.tryLock();
    }

    long publish(String message) {
        return client.getTopic("news").publish(message);
    }

    String name(RBucket<String> bucket) {
        return bucket.getName();
    }
}
