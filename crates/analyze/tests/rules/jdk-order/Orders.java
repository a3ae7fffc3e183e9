package sample;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.util.Date;
import java.util.List;
import java.util.WeakHashMap;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

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

    boolean triedToRead(ReentrantReadWriteLock both) {
        return both.readLock().tryLock();
    }

    boolean unchanged(StampedLock stamped, long stamp) {
        return stamped.validate(stamp);
    }

    boolean permitted(Semaphore permits) {
        return permits.tryAcquire();
    }

    boolean counted(CountDownLatch latch) throws InterruptedException {
        return latch.await(1, TimeUnit.SECONDS);
    }

    void countedForever(CountDownLatch latch) throws InterruptedException {
        latch.await();
    }

    boolean signalled(Condition condition) throws InterruptedException {
        return condition.await(1, TimeUnit.SECONDS);
    }

    boolean signalledInNanos(Condition condition) throws InterruptedException {
        return condition.awaitNanos(1000) > 0;
    }

    boolean signalledUntil(Condition condition, Date end) throws InterruptedException {
        return condition.awaitUntil(end);
    }

    int signalledAtLast(Condition condition, int value) throws InterruptedException {
        condition.await();
        return value;
    }

    String waitedAWhile(Future<String> task) throws Exception {
        return task.get(1, TimeUnit.SECONDS);
    }

    String completedInTime(CompletableFuture<String> task) throws Exception {
        return task.get(1, TimeUnit.SECONDS);
    }

    String orElse(CompletableFuture<String> task) {
        return task.completeOnTimeout("late", 1, TimeUnit.SECONDS).join();
    }

    String orFails(CompletableFuture<String> task) {
        return task.orTimeout(1, TimeUnit.SECONDS).join();
    }

    String joined(CompletableFuture<String> task) {
        return task.join();
    }

    boolean ended(ExecutorService pool) throws InterruptedException {
        return pool.awaitTermination(1, TimeUnit.SECONDS);
    }

    int all(ExecutorService pool, List<Callable<String>> tasks) throws InterruptedException {
        return pool.invokeAll(tasks).size();
    }

    String allInTime(ExecutorService pool, List<Callable<String>> tasks) throws Exception {
        return pool.invokeAll(tasks, 1, TimeUnit.SECONDS).get(0).get();
    }

    String polled(LinkedBlockingQueue<String> queue) throws InterruptedException {
        return queue.poll(1, TimeUnit.SECONDS);
    }

    boolean offered(BlockingQueue<String> queue, String value) throws InterruptedException {
        return queue.offer(value, 1, TimeUnit.SECONDS);
    }

    String polledLast(BlockingDeque<String> queue) throws InterruptedException {
        return queue.pollLast(1, TimeUnit.SECONDS);
    }

    boolean handedOver(LinkedTransferQueue<String> queue, String value) {
        return queue.tryTransfer(value);
    }

    int arrived(CyclicBarrier barrier) throws Exception {
        return barrier.await();
    }

    String swapped(Exchanger<String> exchanger, String mine) throws InterruptedException {
        return exchanger.exchange(mine);
    }

    boolean stillRuns(Thread thread) throws InterruptedException {
        thread.join(1000);
        return thread.isAlive();
    }

    // One thread finds the first.
    String found(List<String> list) {
        return list.stream().findAny().orElse("");
    }
}
