package flows;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.retry.Retry;

/** A reactive service. Each answer is made of what it got by chance, so that it says itself what its request depended on. */
@SpringBootApplication
@RestController
public class Flows {
    private final AtomicInteger asked = new AtomicInteger();
    private final Executor callbacks = Executors.newFixedThreadPool(2);
    private final WebClient client = WebClient.create(System.getProperty("other", "http://127.0.0.1:1"));

    static String chance() {
        return UUID.randomUUID().toString().substring(0, 8);
    }

    static Mono<String> elsewhere() {
        return Mono.fromCallable(() -> chance()).subscribeOn(Schedulers.boundedElastic());
    }

    /** Who came first is nobody's business. */
    static String sorted(String words) {
        return Arrays.stream(words.split(" ")).sorted().collect(Collectors.joining(" "));
    }

    /** Is outside of all handlers. */
    @Component
    public static class Marks implements WebFilter {
        @Override
        public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
            exchange.getResponse().getHeaders().set("mark", chance());
            return chain.filter(exchange);
        }
    }

    @GetMapping("/plain")
    public Mono<String> plain() {
        return Mono.fromSupplier(() -> chance());
    }

    @GetMapping("/subscribe-on")
    public Mono<String> subscribeOn() {
        return elsewhere().map(x -> x + " " + chance());
    }

    @GetMapping("/publish-on")
    public Mono<String> publishOn() {
        return Flux.range(0, 5).map(i -> chance()).publishOn(Schedulers.parallel()).map(x -> x + " " + chance())
                .collect(Collectors.joining(" "));
    }

    @GetMapping("/flat-map")
    public Mono<String> flatMap() {
        return Flux.range(0, 8).flatMap(i -> elsewhere()).map(x -> x + " " + chance()).collect(Collectors.joining(" "))
                .map(Flows::sorted);
    }

    @GetMapping("/concat-map")
    public Mono<String> concatMap() {
        return Flux.range(0, 4).concatMap(i -> elsewhere()).map(x -> x + " " + chance())
                .collect(Collectors.joining(" "));
    }

    @GetMapping("/sequential")
    public Mono<String> sequential() {
        return Flux.range(0, 4).flatMapSequential(i -> elsewhere()).map(x -> x + " " + chance())
                .collect(Collectors.joining(" "));
    }

    @GetMapping("/merge")
    public Mono<String> merge() {
        return Flux.merge(elsewhere(), elsewhere().delayElement(Duration.ofMillis(2)), Mono.fromSupplier(() -> chance()))
                .map(x -> x + " " + chance()).collect(Collectors.joining(" ")).map(Flows::sorted);
    }

    @GetMapping("/zip")
    public Mono<String> zip() {
        return Mono.zip(elsewhere(), elsewhere(), (a, b) -> a + " " + b + " " + chance());
    }

    @GetMapping("/delay-elements")
    public Mono<String> delayElements() {
        return Flux.range(0, 4).map(i -> chance()).delayElements(Duration.ofMillis(2)).map(x -> x + " " + chance())
                .collect(Collectors.joining(" "));
    }

    @GetMapping("/timeout")
    public Mono<String> timeout() {
        return elsewhere().delayElement(Duration.ofMillis(3)).timeout(Duration.ofSeconds(8)).map(x -> x + " " + chance());
    }

    @GetMapping("/retry")
    public Mono<String> retry() {
        StringBuffer failed = new StringBuffer();
        return Mono.defer(() -> {
            failed.append(chance()).append(' ');
            return failed.length() < 20 ? Mono.<String>error(new IllegalStateException("again")) : Mono.just(chance());
        }).retryWhen(Retry.backoff(3, Duration.ofMillis(1)).jitter(0)).map(x -> failed + x + " " + chance());
    }

    @GetMapping("/future")
    public Mono<String> future() {
        return Mono.fromFuture(() -> CompletableFuture.supplyAsync(() -> chance(), callbacks)).map(x -> x + " " + chance());
    }

    @GetMapping("/callback")
    public Mono<String> callback() {
        return Mono.<String>create(sink -> callbacks.execute(() -> sink.success(chance()))).map(x -> x + " " + chance());
    }

    @GetMapping("/parallel")
    public Mono<String> parallel() {
        return Flux.range(0, 8).parallel(2).runOn(Schedulers.parallel()).map(i -> chance()).sequential()
                .collect(Collectors.joining(" ")).map(Flows::sorted);
    }

    @GetMapping("/interval")
    public Mono<String> interval() {
        return Flux.interval(Duration.ofMillis(1)).take(3).map(i -> chance()).collect(Collectors.joining(" "));
    }

    /** Many chunks. */
    @GetMapping(value = "/lines", produces = MediaType.APPLICATION_NDJSON_VALUE)
    public Flux<Map<String, String>> lines() {
        return Flux.range(0, 6).concatMap(i -> elsewhere()).map(x -> Map.of("line", x));
    }

    /** A body in, and another out. */
    @PostMapping("/words")
    public Mono<ResponseEntity<String>> words(@RequestBody Flux<String> text) {
        return text.reduce("", String::concat)
                .map(all -> ResponseEntity.status(201).body(all.length() + " " + chance() + " " + all));
    }

    @PostMapping("/named")
    public Mono<Map<String, Object>> named(@RequestBody Mono<Map<String, Object>> named) {
        return named.publishOn(Schedulers.boundedElastic()).map(all -> Map.of("name", all.get("name"), "is", chance()));
    }

    @GetMapping("/broken")
    public Mono<String> broken() {
        return elsewhere().flatMap(x -> Mono.error(new IllegalStateException(x)));
    }

    @ExceptionHandler
    public ResponseEntity<String> failed(IllegalStateException e) {
        return ResponseEntity.status(500).body(e.getMessage() + " " + chance());
    }

    private Mono<String> other(String path) {
        return client.get().uri(path).retrieve().bodyToMono(String.class);
    }

    @GetMapping("/client")
    public Mono<String> client() {
        return other("/plain").map(x -> x + " " + chance());
    }

    @GetMapping("/client-zip")
    public Mono<String> clientZip() {
        return Mono.zip(other("/plain"), other("/subscribe-on"), elsewhere()).map(all -> all + " " + chance());
    }

    @GetMapping("/client-flat-map")
    public Mono<String> clientFlatMap() {
        return Flux.range(0, 6).flatMapSequential(i -> other("/plain").map(x -> x + " " + i + chance()))
                .collect(Collectors.joining(" "));
    }

    @GetMapping("/client-lines")
    public Mono<String> clientLines() {
        return client.get().uri("/lines").retrieve().bodyToFlux(String.class).concatMap(x -> elsewhere().map(y -> x + y))
                .collect(Collectors.joining(" "));
    }

    @GetMapping("/client-some")
    public Mono<String> clientSome() {
        return client.get().uri("/lines").retrieve().bodyToFlux(String.class).next().map(x -> x + chance());
    }

    @GetMapping("/client-entity")
    public Mono<String> clientEntity() {
        return client.get().uri("/plain").retrieve().toEntity(String.class)
                .map(x -> x.getStatusCode() + " " + x.getHeaders().getFirst("mark") + " " + x.getBody());
    }

    @GetMapping("/client-empty")
    public Mono<String> clientEmpty() {
        return other("/nothing").defaultIfEmpty("nothing").map(x -> x + " " + chance());
    }

    @GetMapping("/client-broken")
    public Mono<String> clientBroken() {
        return other("/broken").onErrorResume(e -> Mono.just(e.getClass().getName() + " " + chance()));
    }

    @GetMapping("/client-retry")
    public Mono<String> clientRetry() {
        return other("/sometimes").retry(5).map(x -> x + " " + chance());
    }

    @GetMapping("/nothing")
    public Mono<Void> nothing() {
        return Mono.empty();
    }

    @GetMapping("/sometimes")
    public Mono<String> sometimes() {
        return asked.incrementAndGet() % 3 == 0 ? Mono.just("at last") : Mono.error(new IllegalStateException("not yet"));
    }

    public static void main(String[] arguments) {
        SpringApplication application = new SpringApplication(Flows.class);
        application.setDefaultProperties(Map.of("server.port", arguments[0], "server.address", "127.0.0.1",
                "spring.main.banner-mode", "off", "logging.level.root", "off"));
        var context = (ReactiveWebServerApplicationContext) application.run();
        System.out.println("flows ready on http://127.0.0.1:" + context.getWebServer().getPort());
    }
}
