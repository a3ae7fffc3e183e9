package stall;

import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;

/** Loads many classes, and tells for how long at most a thread that never waits was kept from its work. */
public final class Stall {
    private static volatile long longest;
    private static volatile long sum;

    private Stall() {}

    public static void main(String[] arguments) throws Exception {
        int classes = Integer.parseInt(arguments[0]);
        for (int i = 0; i < classes; i++) {
            java.lang.reflect.Method number = Class.forName("stall.many.C" + i).getMethod("number");
            number.setAccessible(true);
            sum += (long) number.invoke(null);
        }
        Thread worker = new Thread(Stall::work);
        worker.setDaemon(true);
        worker.start();
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 8);
        server.createContext("/longest", exchange -> {
            byte[] answer = Long.toString(longest).getBytes();
            longest = 0;
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        System.out.println("stall ready on http://127.0.0.1:" + server.getAddress().getPort());
    }

    private static void work() {
        long before = System.nanoTime();
        while (true) {
            long now = System.nanoTime();
            if (now - before > longest) {
                longest = now - before;
            }
            before = now;
        }
    }
}
