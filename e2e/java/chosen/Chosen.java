package chosen;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A service whose requests depend on something outside, on their own thread and on others, much or little. */
public final class Chosen {
    private static final ExecutorService POOL = Executors.newFixedThreadPool(2);

    private final Path file;

    private Chosen(Path file) {
        this.file = file;
    }

    public static void main(String[] arguments) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        Chosen chosen = new Chosen(Path.of(arguments[0]));
        server.createContext("/", chosen::serve);
        server.setExecutor(Executors.newFixedThreadPool(4));
        server.start();
        System.out.println("chosen ready on http://127.0.0.1:" + server.getAddress().getPort());
    }

    private void serve(HttpExchange exchange) {
        try {
            byte[] answer = answer(exchange.getRequestURI().getPath()).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private String answer(String path) throws Exception {
        if (path.startsWith("/times")) {
            return times(20_000);
        }
        return path.startsWith("/noise") ? noise(2_000) : read() + POOL.submit(this::read).get();
    }

    private String read() throws Exception {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    /** Looks at the clock again and again. */
    private static String times(int count) {
        int odd = 0;
        for (int i = 0; i < count; i++) {
            if (System.currentTimeMillis() < 0) {
                odd++;
            }
        }
        return count + " " + odd;
    }

    /** What cannot be packed. */
    private static String noise(int count) {
        int length = 0;
        for (int i = 0; i < count; i++) {
            length += UUID.randomUUID().toString().length();
        }
        return String.valueOf(length);
    }
}
