package shop.rates;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import shop.Arguments;
import shop.json.Json;

/** A service of its own that tells currency rates, never the same twice: {@code shop.rates.Rates --port 8081}. */
public final class Rates {
    private static final Map<String, String> MIDDLE = Map.of(
            "EUR", "0.9214", "GBP", "0.7893", "CHF", "0.8841", "JPY", "149.37", "USD", "1.0000");

    private Rates() {}

    public static void main(String[] args) throws IOException {
        int port = Arguments.port(args, 8081);
        // Without these the JDK's server delays small answers and closes connections that the shop still pools.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        System.setProperty("sun.net.httpserver.idleInterval", "3600");
        InetSocketAddress address = new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port);
        HttpServer server = HttpServer.create(address, 64);
        server.createContext("/rate", Rates::answer);
        server.setExecutor(Executors.newFixedThreadPool(8));
        server.start();
        System.out.println("rates ready on http://127.0.0.1:" + server.getAddress().getPort());
    }

    private static void answer(HttpExchange exchange) throws IOException {
        String query = exchange.getRequestURI().getQuery();
        String currency = query != null && query.startsWith("currency=") ? query.substring("currency=".length()) : "";
        String middle = MIDDLE.get(currency);
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("currency", currency);
        if (middle == null) {
            body.put("error", "unknown currency");
        } else {
            body.put("rate", wander(new BigDecimal(middle)));
            body.put("at", System.currentTimeMillis());
        }
        byte[] bytes = Json.write(body).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(middle == null ? 404 : 200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    /** Up to two percent off the middle: some by the time of day, some by chance. */
    private static BigDecimal wander(BigDecimal middle) {
        double byTime = Math.sin(System.currentTimeMillis() / 60_000.0) / 100;
        double byChance = ThreadLocalRandom.current().nextDouble(-0.01, 0.01);
        return middle.multiply(BigDecimal.valueOf(1 + byTime + byChance)).setScale(6, RoundingMode.HALF_EVEN);
    }
}
