package context;

import com.google.common.util.concurrent.ListeningExecutorService;
import com.google.common.util.concurrent.MoreExecutors;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.EventExecutorGroup;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** A service whose requests do their work on the threads of libraries. Each answer depends on chance. */
public final class Libraries extends HttpServlet {
    private static final EventExecutorGroup LOOPS = new DefaultEventExecutorGroup(2);
    private static final ListeningExecutorService GUAVA =
            MoreExecutors.listeningDecorator(Executors.newFixedThreadPool(2));

    private final Worker worker;

    private Libraries(Worker worker) {
        this.worker = worker;
    }

    private static String chance() {
        return UUID.randomUUID().toString().substring(0, 8);
    }

    private String answer(String path) throws Exception {
        switch (path) {
            case "/async":
                return worker.pooled().get() + chance();
            case "/async-thread":
                return worker.threaded().get() + chance();
            case "/loop":
                return LOOPS.next().submit(() -> chance()).get() + chance();
            case "/loop-later":
                return LOOPS.next().schedule(() -> chance(), 2, TimeUnit.MILLISECONDS).get() + chance();
            case "/loop-loop":
                return loops();
            case "/guava":
                return GUAVA.submit(() -> chance()).get() + chance();
            case "/publish-on":
                return Flux.range(0, 20).map(i -> i + chance()).publishOn(Schedulers.parallel()).map(x -> x + chance())
                        .publishOn(Schedulers.boundedElastic()).map(x -> x + chance())
                        .collect(Collectors.joining()).block();
            case "/subscribe-on":
                return Mono.fromCallable(() -> chance()).subscribeOn(Schedulers.boundedElastic()).map(x -> x + chance())
                        .block() + chance();
            default:
                return null;
        }
    }

    /** One loop hands on to another. */
    private static String loops() throws Exception {
        CompletableFuture<String> done = new CompletableFuture<>();
        LOOPS.next().execute(() -> {
            String first = chance();
            LOOPS.next().execute(() -> done.complete(first + chance()));
        });
        return done.get();
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

    /** Spring calls its methods on other threads. */
    public static class Worker {
        @Async("pool")
        public CompletableFuture<String> pooled() {
            return CompletableFuture.completedFuture(chance());
        }

        @Async("threads")
        public CompletableFuture<String> threaded() {
            return CompletableFuture.completedFuture(chance());
        }
    }

    /** What Spring makes. */
    @Configuration
    @EnableAsync
    public static class Beans {
        @Bean
        public Worker worker() {
            return new Worker();
        }

        @Bean
        public ThreadPoolTaskExecutor pool() {
            ThreadPoolTaskExecutor pool = new ThreadPoolTaskExecutor();
            pool.setCorePoolSize(2);
            return pool;
        }

        @Bean
        public SimpleAsyncTaskExecutor threads() {
            return new SimpleAsyncTaskExecutor();
        }
    }

    public static void main(String[] arguments) throws Exception {
        Worker worker = new AnnotationConfigApplicationContext(Beans.class).getBean(Worker.class);
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory("libraries").toString());
        tomcat.setPort(Integer.parseInt(arguments[0]));
        Context context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "libraries", new Libraries(worker));
        context.addServletMappingDecoded("/", "libraries");
        tomcat.start();
        System.out.println("carriers ready on http://127.0.0.1:" + tomcat.getConnector().getLocalPort());
        tomcat.getServer().await();
    }
}
