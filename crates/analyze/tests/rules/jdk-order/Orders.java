package sample;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.util.List;
import java.util.WeakHashMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

class Orders {
    private final ReentrantLock lock = new ReentrantLock();

    boolean collected(WeakReference<String> held) {
        return held.get() == null;
    }

    Object collectedNow(ReferenceQueue<String> queue) {
        return queue.poll();
    }

    int held(WeakHashMap<String, String> map) {
        return map.size();
    }

    String stillThere(WeakHashMap<String, String> map, String key) {
        return map.get(key);
    }

    String firstMethod(Class<?> type) {
        for (Method method : type.getDeclaredMethods()) {
            return method.getName();
        }
        return "";
    }

    String name(Class<?> type) {
        return type.getSimpleName();
    }

    Object any(CompletableFuture<?> one, CompletableFuture<?> other) {
        return CompletableFuture.anyOf(one, other).join();
    }

    String first(ExecutorService pool, List<Callable<String>> tasks) throws Exception {
        return pool.invokeAny(tasks);
    }

    String firstDone(CompletionService<String> done) throws Exception {
        return done.take().get();
    }

    boolean done(Future<String> task) {
        return task.isDone();
    }

    String waited(Future<String> task) throws Exception {
        return task.get();
    }

    boolean tried() throws InterruptedException {
        return lock.tryLock(1, TimeUnit.SECONDS);
    }

    int locked(int value) {
        lock.lock();
        try {
            return value + 1;
        } finally {
            lock.unlock();
        }
    }
}
