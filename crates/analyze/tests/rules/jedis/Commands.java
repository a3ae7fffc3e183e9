package sample;

import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPool;
import redis.clients.jedis.JedisPooled;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.Transaction;

class Commands {
    private static JedisPool pool;

    static void use(JedisPool given) {
        pool = given;
    }

    String get(String key) {
        try (Jedis jedis = pool.getResource()) {
            return jedis.get(key);
        }
    }

    long increment(JedisPooled jedis, String key) {
        return jedis.incr(key);
    }

    // Sent when it is told to.
    String pipelined(Jedis jedis) {
        Pipeline pipeline = jedis.pipelined();
        Response<String> name = pipeline.get("name");
        pipeline.sync();
        return name.get();
    }

    void transaction(Jedis jedis) {
        Transaction transaction = jedis.multi();
        transaction.set("at", "" + System.currentTimeMillis());
        transaction.exec();
    }

    boolean connected(Jedis jedis) {
        return jedis.isConnected();
    }
}
