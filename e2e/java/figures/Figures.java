package figures;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** The services of the paper's figures 4, 5 and 9. The tests change a line of it for the builds that figure 5 has. */
public final class Figures {
    /** Figures 4 and 5: an entry whose output is 1, and three methods that it asks for something on its way. */
    static int entry() {
        long first = method1();
        long second = method2();
        long third = method3();
        int output = 1;
        return first > 0 && second > 0 && third > 0 ? output : 0;
    }

    static long method1() {
        return System.currentTimeMillis();
    }

    static long method2() {
        return Runtime.getRuntime().totalMemory();
    }

    static long method3() {
        return 1 + new Random().nextInt(1000);
    }

    static class SomeClass {
        int someField;
    }

    /** Figure 9: a method that is mocked as a whole, although it changes what it is given. */
    static class C3 {
        int m1(SomeClass someObject) {
            someObject.someField = 1;
            return new Random().nextInt();
        }
    }

    static String sideEffect() {
        SomeClass someObject = new SomeClass();
        int result = new C3().m1(someObject);
        return result + " " + someObject.someField;
    }

    private static void serve(HttpExchange exchange) throws IOException {
        boolean entry = exchange.getRequestURI().getPath().equals("/entry");
        byte[] body = (entry ? Integer.toString(entry()) : sideEffect()).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    public static void main(String[] arguments) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])), 0);
        server.createContext("/", Figures::serve);
        server.start();
        System.out.println("figures ready on http://127.0.0.1:" + server.getAddress().getPort());
    }
}
