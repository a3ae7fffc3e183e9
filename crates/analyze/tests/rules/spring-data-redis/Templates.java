package sample;

import java.util.Map;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.BoundHashOperations;
import org.springframework.data.redis.core.ReactiveStringRedisTemplate;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.ValueOperations;
import reactor.core.publisher.Mono;

class Templates {
    private final StringRedisTemplate template;

    Templates(StringRedisTemplate template) {
        this.template = template;
    }

    String get(String key) {
        return template.opsForValue().get(key);
    }

    void set(ValueOperations<String, String> values, String key) {
        values.set(key, "" + System.currentTimeMillis());
    }

    boolean has(RedisTemplate<String, Object> any, String key) {
        return any.hasKey(key);
    }

    Map<String, String> bound(BoundHashOperations<String, String, String> hash) {
        return hash.entries();
    }

    String boundKey(BoundHashOperations<String, String, String> hash) {
        return hash.getKey();
    }

    // The connection that is handed over is asked instead.
    Long raw(String key) {
        return template.execute((org.springframework.data.redis.core.RedisCallback<Long>)
                connection -> connection.keyCommands().del(key.getBytes()));
    }

    Mono<String> reactive(ReactiveStringRedisTemplate reactive, String key) {
        return reactive.opsForValue().get(key);
    }

    // A template is set up by methods of its own.
    RedisTemplate<String, String> made(RedisConnectionFactory connections) {
        RedisTemplate<String, String> made = new RedisTemplate<>();
        made.setConnectionFactory(connections);
        made.setKeySerializer(template.getStringSerializer());
        made.afterPropertiesSet();
        return made;
    }

    ValueOperations<String, String> operations() {
        return template.opsForValue();
    }
}
