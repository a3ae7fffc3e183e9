package backends;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;

/** The neighbour: tells rates of currencies and when a delivery could leave, never the same twice. */
final class Warehouse {
    private static final Map<String, String> MIDDLE =
            Map.of("EUR", "0.9214", "GBP", "0.7893", "CHF", "0.8841", "JPY", "149.37", "USD", "1.0000");
    private static final List<String> CARRIERS = List.of("Albatross", "Kestrel", "Swift");

    private Warehouse() {}

    /** Starts it on a free port, which it gives. */
    static int start() throws IOException {
        // Without these the JDK's server delays small answers and closes connections that a client still pools.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        System.setProperty("sun.net.httpserver.idleInterval", "3600");
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 64);
        server.createContext("/rates/", Warehouse::rate);
        server.createContext("/slots/", Warehouse::slot);
        server.setExecutor(Executors.newFixedThreadPool(8));
        server.start();
        return server.getAddress().getPort();
    }

    private static void rate(HttpExchange exchange) throws IOException {
        String currency = last(exchange);
        String middle = MIDDLE.get(currency);
        if (middle == null) {
            answer(exchange, 404, "{\"error\":\"unknown currency\"}");
            return;
        }
        double off = 1 + ThreadLocalRandom.current().nextDouble(-0.02, 0.02);
        BigDecimal rate = new BigDecimal(middle).multiply(BigDecimal.valueOf(off)).setScale(6, RoundingMode.HALF_EVEN);
        answer(exchange, 200, "{\"currency\":\"" + currency + "\",\"rate\":" + rate + "}");
    }

    private static void slot(HttpExchange exchange) throws IOException {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        String carrier = CARRIERS.get(random.nextInt(CARRIERS.size()));
        LocalDate day = LocalDate.now(ZoneOffset.UTC).plusDays(1 + random.nextInt(5));
        answer(exchange, 200, "{\"order\":" + last(exchange) + ",\"carrier\":\"" + carrier + "\",\"day\":\"" + day
                + "\",\"slot\":\"" + UUID.randomUUID() + "\"}");
    }

    private static String last(HttpExchange exchange) {
        String path = exchange.getRequestURI().getPath();
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
