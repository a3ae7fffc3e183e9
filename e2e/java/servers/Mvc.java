package web;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.http.ResponseEntity;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.AsyncRequestTimeoutException;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.config.annotation.AsyncSupportConfigurer;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** The same on Spring MVC, with all that its controllers may return to answer later. */
public final class Mvc extends DispatcherServlet {
    public Mvc() {
        setContextClass(AnnotationConfigWebApplicationContext.class);
        setContextConfigLocation("web.Mvc$Config");
    }

    /** Beans. */
    @Configuration
    @EnableWebMvc
    public static class Config implements WebMvcConfigurer {
        @Bean
        public Answers answers() {
            return new Answers();
        }

        @Bean
        public AsyncTaskExecutor executor() {
            ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
            executor.setCorePoolSize(2);
            executor.setDaemon(true);
            return executor;
        }

        @Override
        public void configureAsyncSupport(AsyncSupportConfigurer configurer) {
            configurer.setTaskExecutor(executor());
        }
    }

    /** What is asked. */
    @RestController
    public static class Answers {
        private final ExecutorService pool = Executors.newFixedThreadPool(2, task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        });

        @GetMapping("/plain")
        public String plain(@RequestParam("n") String n) {
            return "plain " + n + Web.stamp();
        }

        @PostMapping("/body")
        public String body(@RequestBody String body) {
            return body + Web.stamp();
        }

        @GetMapping("/callable")
        public Callable<String> callable() {
            String before = Web.stamp();
            return () -> "callable" + before + Web.stamp();
        }

        @GetMapping("/deferred")
        public DeferredResult<String> deferred() {
            DeferredResult<String> result = new DeferredResult<>();
            pool.execute(() -> result.setResult("deferred" + Web.stamp()));
            return result;
        }

        @GetMapping("/late")
        public DeferredResult<String> late() {
            return new DeferredResult<>(50L, () -> "late" + Web.stamp());
        }

        @GetMapping("/too-late")
        public DeferredResult<String> tooLate() {
            return new DeferredResult<>(50L);
        }

        @ExceptionHandler(AsyncRequestTimeoutException.class)
        public ResponseEntity<String> over(AsyncRequestTimeoutException over) {
            return ResponseEntity.status(503).body("over" + Web.stamp());
        }

        @GetMapping("/future")
        public CompletableFuture<String> future() {
            return CompletableFuture.supplyAsync(Web::stamp, pool).thenApply(first -> "future" + first + Web.stamp());
        }

        @GetMapping("/streaming")
        public StreamingResponseBody streaming() {
            return out -> {
                for (int i = 0; i < 3; i++) {
                    out.write(("part " + i + Web.stamp() + "\n").getBytes("UTF-8"));
                    out.flush();
                }
            };
        }

        @GetMapping("/events")
        public SseEmitter events() {
            SseEmitter emitter = new SseEmitter();
            pool.execute(() -> {
                try {
                    for (int i = 0; i < 3; i++) {
                        emitter.send("event " + i + Web.stamp());
                    }
                    emitter.complete();
                } catch (java.io.IOException e) {
                    emitter.completeWithError(e);
                }
            });
            return emitter;
        }
    }
}
