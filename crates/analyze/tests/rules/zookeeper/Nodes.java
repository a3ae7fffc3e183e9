package sample;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.zookeeper.ZooKeeper;

class Nodes {
    boolean exists(ZooKeeper keeper, String path) throws Exception {
        return keeper.exists(path, false) != null;
    }

    long session(ZooKeeper keeper) {
        return keeper.getSessionId();
    }

    byte[] data(CuratorFramework curator, String path) throws Exception {
        return curator.getData().forPath(path);
    }

    void create(CuratorFramework curator, String path) throws Exception {
        curator.create().creatingParentsIfNeeded().forPath(path, ("" + System.currentTimeMillis()).getBytes());
    }

    Object described(CuratorFramework curator) {
        return curator.getChildren();
    }

    void locked(InterProcessMutex lock, Runnable task) throws Exception {
        lock.acquire();
        try {
            task.run();
        } finally {
            lock.release();
        }
    }

    boolean cached(CuratorCache cache, String path) {
        return cache.get(path).isPresent();
    }
}
