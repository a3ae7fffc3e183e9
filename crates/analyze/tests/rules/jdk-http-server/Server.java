package sample;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;

class Server implements HttpHandler {
    private static int served;

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Served", String.valueOf(++served));
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().write((byte) System.nanoTime());
    }

    static void start(HttpServer server) {
        server.createContext("/", new Server());
        server.start();
    }
}

class Guard extends Filter {
    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        if (System.currentTimeMillis() % 2 == 0) {
            chain.doFilter(exchange);
        }
    }

    @Override
    public String description() {
        return "guard";
    }
}
