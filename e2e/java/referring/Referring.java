package referring;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A service that asks everything by method references, most of which libraries call. */
public final class Referring {
    private static final Map<String, Long> SEEN = new ConcurrentHashMap<>();
    private static final AtomicLong VISITS = new AtomicLong();
    private static final ExecutorService POOL = Executors.newFixedThreadPool(2);
    private static File directory;

    private Referring() {}

    public static void main(String[] args) throws IOException {
        directory = new File(args[1]);
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 0);
        server.createContext("/", Referring::serve);
        server.start();
        System.out.println("referring ready on " + server.getAddress().getPort());
    }

    private static void serve(HttpExchange exchange) throws IOException {
        byte[] bytes = answer(exchange.getRequestURI().getPath()).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static String answer(String path) {
        switch (path) {
            case "/ids":
                return "ids " + Stream.generate(UUID::randomUUID).limit(2).collect(Collectors.toList());
            case "/dice":
                Random dice = new Random();
                return "dice " + IntStream.generate(dice::nextInt).limit(3).sum();
            case "/visits":
                return "visits " + Stream.generate(VISITS::incrementAndGet).limit(2).collect(Collectors.toList());
            case "/seen":
                List<String> names = Arrays.asList("a", "b");
                String before = names.stream().map(SEEN::get).collect(Collectors.toList()).toString();
                names.forEach(name -> SEEN.merge(name, 1L, Long::sum));
                return "seen " + before;
            case "/later":
                return "later " + CompletableFuture.supplyAsync(System::nanoTime, POOL).join();
            case "/clock":
                return "clock " + elapsed(System::nanoTime) + " " + elapsed(System::currentTimeMillis);
            case "/made":
                Supplier<Date> now = Date::new;
                return "made " + now.get().getTime();
            case "/files":
                return "files " + files().map(File::length).collect(Collectors.toList());
            default:
                files().filter(File::exists).collect(Collectors.toList()).forEach(File::delete);
                return "deleted";
        }
    }

    private static long elapsed(LongSupplier clock) {
        return clock.getAsLong();
    }

    private static Stream<File> files() {
        return Collections.singletonList("lines").stream().map(name -> new File(directory, name));
    }
}
