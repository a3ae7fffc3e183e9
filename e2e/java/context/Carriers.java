package context;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.util.List;
import java.util.Queue;
import java.util.Timer;
import java.util.TimerTask;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/** A service whose requests do their work on other threads, in every way that the JDK has. Each answer depends on chance. */
public final class Carriers extends HttpServlet {
    private static final ExecutorService POOL = Executors.newFixedThreadPool(2);
    private static final ScheduledExecutorService LATER = Executors.newScheduledThreadPool(2);
    private static final ForkJoinPool JOINING = new ForkJoinPool(2);
    private static final Timer TIMER = new Timer(true);
    private static final ExecutorService VIRTUAL = virtual();

    private static String chance() {
        return UUID.randomUUID().toString().substring(0, 8);
    }

    /** What is done on a thread that is somebody else's takes a while, or has long been done. */
    private static String late() {
        pause();
        return chance();
    }

    private static void pause() {
        try {
            Thread.sleep(2);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String answer(String path) throws Exception {
        switch (path) {
            case "/plain":
                return chance();
            case "/thread":
                return thread(new Cell());
            case "/subclass":
                return thread(new Cell(), new Worker());
            case "/threads":
                return threads();
            case "/after":
                return after();
            case "/pool":
                return POOL.submit(() -> chance()).get();
            case "/all":
                return all();
            case "/later":
                return LATER.schedule(() -> chance(), 1, TimeUnit.MILLISECONDS).get();
            case "/cancelled":
                return cancelled();
            case "/joining":
                return JOINING.submit(() -> chance()).get();
            case "/invoked":
                return JOINING.invoke(new Tree(3));
            case "/common":
                return ForkJoinPool.commonPool().submit(() -> chance()).get();
            case "/tree":
                return new Tree(3).fork().join();
            case "/timer":
                return timer();
            case "/virtual":
                return startVirtual();
            case "/virtual-pool":
                return VIRTUAL.submit(() -> late()).get() + chance();
            default:
                return stages(path);
        }
    }

    private static String stages(String path) throws Exception {
        switch (path) {
            case "/supplied":
                return two().get();
            case "/then":
                return CompletableFuture.supplyAsync(() -> chance()).thenApply(x -> x + chance()).get() + chance();
            case "/then-late":
                return CompletableFuture.supplyAsync(() -> late()).thenApply(x -> x + chance()).get() + chance();
            case "/then-async":
                return CompletableFuture.supplyAsync(() -> "x").thenApplyAsync(x -> x + chance()).get();
            case "/then-pool":
                return CompletableFuture.supplyAsync(() -> late(), POOL).thenApplyAsync(x -> x + chance(), POOL).get();
            case "/combine":
                return CompletableFuture.supplyAsync(() -> chance(), POOL)
                        .thenCombine(CompletableFuture.supplyAsync(() -> chance(), POOL), (x, y) -> x + y + chance())
                        .get();
            case "/compose":
                return CompletableFuture.supplyAsync(() -> chance())
                        .thenCompose(x -> CompletableFuture.supplyAsync(() -> x + chance()).thenApply(y -> y + chance()))
                        .handle((x, e) -> x + chance()).get();
            case "/exceptionally":
                return CompletableFuture.<String>supplyAsync(() -> {
                    throw new IllegalStateException(chance());
                }).exceptionally(e -> e.getCause().getMessage() + chance()).get();
            case "/either":
                return CompletableFuture.supplyAsync(() -> chance())
                        .applyToEither(new CompletableFuture<>(), x -> x + chance()).whenComplete((x, e) -> chance()).get();
            case "/all-of":
                return allOf();
            case "/delayed":
                return CompletableFuture
                        .supplyAsync(() -> chance(), CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS)).get();
            default:
                return shared(path);
        }
    }

    /** What several threads do together. */
    private static String shared(String path) {
        switch (path) {
            case "/parallel":
                return IntStream.range(0, 64).parallel().mapToObj(i -> i + late()).collect(Collectors.joining());
            case "/parallel-sorted":
                return IntStream.range(0, 64).parallel().mapToObj(i -> chance()).sorted().filter(x -> chance() != null)
                        .collect(Collectors.joining());
            case "/parallel-each": {
                Queue<String> seen = new ConcurrentLinkedQueue<>();
                IntStream.range(0, 64).parallel().forEach(i -> seen.add(late()));
                return seen.stream().sorted().collect(Collectors.joining());
            }
            case "/parallel-array":
                return String.join("", IntStream.range(0, 64).parallel().mapToObj(i -> chance()).toArray(String[]::new));
            default:
                return null;
        }
    }

    private static CompletableFuture<String> two() {
        CompletableFuture<String> first = CompletableFuture.supplyAsync(() -> late());
        CompletableFuture<String> second = CompletableFuture.supplyAsync(() -> chance());
        return first.thenCombine(second, (x, y) -> x + y);
    }

    private static String allOf() throws Exception {
        CompletableFuture<String> first = CompletableFuture.supplyAsync(() -> late());
        CompletableFuture<String> second = CompletableFuture.supplyAsync(() -> chance(), POOL);
        return CompletableFuture.allOf(first, second).thenApply(x -> first.join() + second.join() + chance()).get();
    }

    private static String thread(Cell cell) throws InterruptedException {
        return thread(cell, new Thread(() -> cell.value = chance()));
    }

    private static String thread(Cell cell, Thread thread) throws InterruptedException {
        thread.start();
        thread.join();
        return thread instanceof Worker ? ((Worker) thread).value : cell.value;
    }

    /** Two threads that run at the same time, one of which makes a third. */
    private static String threads() throws InterruptedException {
        Cell first = new Cell();
        Cell second = new Cell();
        Cell third = new Cell();
        Thread one = new Thread(() -> {
            first.value = late();
            try {
                third.value = thread(new Cell());
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        Thread two = new Thread(() -> second.value = chance() + late());
        // Made and never begun.
        new Thread(() -> chance());
        one.start();
        two.start();
        one.join();
        two.join();
        return first.value + second.value + third.value;
    }

    /** Goes on behind the answer. */
    private static String after() {
        new Thread(() -> {
            late();
            POOL.execute(() -> late());
        }).start();
        return chance();
    }

    private static String all() throws Exception {
        StringBuilder answer = new StringBuilder();
        for (Future<String> part : POOL.invokeAll(List.<Callable<String>>of(() -> late(), () -> chance()))) {
            answer.append(part.get());
        }
        return answer.toString();
    }

    /** What is cancelled never runs, and what is an hour away is nobody's. */
    private static String cancelled() throws Exception {
        LATER.schedule(() -> chance(), 5, TimeUnit.SECONDS).cancel(false);
        LATER.schedule(() -> chance(), 1, TimeUnit.HOURS).cancel(false);
        TimerTask task = task(new CompletableFuture<>());
        TIMER.schedule(task, 5000);
        task.cancel();
        return LATER.schedule(() -> chance(), 1, TimeUnit.MILLISECONDS).get();
    }

    private static String timer() throws Exception {
        CompletableFuture<String> value = new CompletableFuture<>();
        TIMER.schedule(task(value), 1);
        return value.get();
    }

    private static TimerTask task(CompletableFuture<String> value) {
        return new TimerTask() {
            @Override
            public void run() {
                value.complete(chance());
            }
        };
    }

    private static String startVirtual() throws Exception {
        Cell cell = new Cell();
        Runnable work = () -> cell.value = late() + chance();
        Thread thread = (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
        thread.join();
        return cell.value;
    }

    private static ExecutorService virtual() {
        try {
            Method method = Executors.class.getMethod("newVirtualThreadPerTaskExecutor");
            return (ExecutorService) method.invoke(null);
        } catch (ReflectiveOperationException e) {
            // A release that has none.
            return null;
        }
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        try {
            response.getWriter().print(answer(request.getRequestURI()));
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    private static final class Cell {
        volatile String value;
    }

    private static final class Worker extends Thread {
        volatile String value;

        @Override
        public void run() {
            value = chance();
        }
    }

    /** Divides its work in two until there is nothing to divide. */
    private static final class Tree extends RecursiveTask<String> {
        private final int depth;

        Tree(int depth) {
            this.depth = depth;
        }

        @Override
        protected String compute() {
            if (depth == 0) {
                return late();
            }
            Tree left = new Tree(depth - 1);
            Tree right = new Tree(depth - 1);
            left.fork();
            return right.compute() + left.join();
        }
    }

    public static void main(String[] arguments) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory("carriers").toString());
        tomcat.setPort(Integer.parseInt(arguments[0]));
        Context context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "carriers", new Carriers());
        context.addServletMappingDecoded("/", "carriers");
        tomcat.start();
        System.out.println("carriers ready on http://127.0.0.1:" + tomcat.getConnector().getLocalPort());
        tomcat.getServer().await();
    }
}
