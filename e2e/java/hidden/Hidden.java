package hidden;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import vendor.Tickets;

/** A service with a dependency that no rule knows, hidden in a library. */
public final class Hidden {
    private Hidden() {}

    private interface Operation {
        String answer(String name) throws Exception;
    }

    public static void main(String[] arguments) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])), 0);
        server.setExecutor(Executors.newFixedThreadPool(4));
        serve(server, "/hello", name -> "hello " + name.toUpperCase() + " at " + System.nanoTime());
        serve(server, "/ticket", Hidden::ticket);
        serve(server, "/zone", name -> "in " + Tickets.zone());
        server.start();
        System.out.println("hidden ready on http://127.0.0.1:" + server.getAddress().getPort());
    }

    private static String ticket(String name) {
        String upper = name.trim().toUpperCase();
        String ticket = Tickets.next(upper);
        return "ticket " + ticket;
    }

    private static void serve(HttpServer server, String path, Operation operation) {
        server.createContext(path, exchange -> answer(exchange, operation));
    }

    private static void answer(HttpExchange exchange, Operation operation) throws IOException {
        String answer;
        try {
            answer = operation.answer(exchange.getRequestURI().getQuery());
        } catch (Exception e) {
            answer = "failed: " + e;
        }
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
