package sample;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.api.sync.RedisStringCommands;
import io.lettuce.core.cluster.api.sync.RedisAdvancedClusterCommands;
import reactor.core.publisher.Mono;

class Commands {
    private final StatefulRedisConnection<String, String> connection;

    Commands(RedisClient client) {
        this.connection = client.connect();
    }

    String get(String key) {
        RedisCommands<String, String> commands = connection.sync();
        return commands.get(key);
    }

    String set(RedisStringCommands<String, String> commands, String key) {
        return commands.set(key, "" + System.currentTimeMillis());
    }

    RedisFuture<Long> later(String key) {
        return connection.async().incr(key);
    }

    Mono<Long> reactive(String key) {
        return connection.reactive().del(key);
    }

    String cluster(RedisAdvancedClusterCommands<String, String> commands, String key) {
        return commands.hget(key, "field");
    }

    Object connection(RedisCommands<String, String> commands) {
        return commands.getStatefulConnection();
    }
}
