package sample;

import net.spy.memcached.MemcachedClient;

class Clients {
    Object get(MemcachedClient client, String key) {
        return client.get(key);
    }

    void set(MemcachedClient client, String key) {
        client.set(key, 60, System.currentTimeMillis());
    }

    int servers(MemcachedClient client) {
        return client.getAvailableServers().size();
    }

    String other(net.rubyeye.xmemcached.MemcachedClient client, String key) throws Exception {
        return client.get(key);
    }

    boolean otherAdd(net.rubyeye.xmemcached.XMemcachedClient client, String key) throws Exception {
        return client.add(key, 60, "value");
    }
}
