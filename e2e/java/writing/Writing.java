package writing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** A service that calls methods for what they change. */
public final class Writing {
    /** What the paper's figure 9 has: an object of the request that a mocked method changes. */
    static final class Some {
        int field;
        long total;
        String name;
        final List<String> lines = new ArrayList<>(List.of("first"));
        Some next;

        @Override
        public String toString() {
            return field + " " + total + " " + name + " " + lines + (next == null ? "" : " then " + next);
        }
    }

    /** The paper's figure 9. */
    static class C3 {
        long last;
        String told;

        int m1(Some some) {
            some.field = 1;
            return new Random().nextInt();
        }

        /** More of the same: everything that an argument can have changed in it. */
        long fill(Some some, int[] numbers, List<Some> list, Map<String, Integer> map) {
            some.total += System.nanoTime();
            some.name = "n" + some.total;
            some.next = new Some();
            some.next.field = (int) some.total;
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = new Random().nextInt();
            }
            list.add(some);
            Collections.reverse(list);
            map.remove("gone");
            map.put("at", numbers[0]);
            last = some.total;
            told = "told " + last;
            return some.total;
        }

        void fails(List<String> list) {
            list.set(0, "failed at " + System.nanoTime());
            throw new IllegalStateException(list.get(0));
        }
    }

    static String bytes() {
        byte[] bytes = new byte[8];
        new Random().nextBytes(bytes);
        return Arrays.toString(bytes);
    }

    static String shuffle() {
        List<Some> list = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Some some = new Some();
            some.field = i;
            list.add(some);
        }
        Some mine = list.get(3);
        Collections.shuffle(list);
        // It must still be the one that is in the list.
        mine.name = "mine";
        return list.toString();
    }

    static String figure9() {
        Some some = new Some();
        int result = new C3().m1(some);
        return result + " " + some;
    }

    static String fill() {
        Some some = new Some();
        Some other = new Some();
        other.name = "other";
        int[] numbers = new int[3];
        List<Some> list = new ArrayList<>(List.of(other));
        Map<String, Integer> map = new TreeMap<>(Map.of("gone", 1, "kept", 2));
        C3 c3 = new C3();
        long result = c3.fill(some, numbers, list, map);
        boolean same = list.get(0) == some && list.get(1) == other;
        return result + " " + some + " " + Arrays.toString(numbers) + " " + list + " " + map + " " + same + " " + c3.last + " " + c3.told;
    }

    static String fails() {
        List<String> list = Arrays.asList("before", "kept");
        try {
            new C3().fails(list);
            return "did not fail";
        } catch (IllegalStateException e) {
            return e.getMessage() + " " + list;
        }
    }

    private static String answer(String path) {
        switch (path) {
            case "/bytes":
                return bytes();
            case "/shuffle":
                return shuffle();
            case "/figure9":
                return figure9();
            case "/fill":
                return fill();
            default:
                return fails();
        }
    }

    private static void serve(HttpExchange exchange) throws IOException {
        byte[] body = answer(exchange.getRequestURI().getPath()).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    public static void main(String[] arguments) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])), 0);
        server.createContext("/", Writing::serve);
        server.start();
        System.out.println("writing ready on http://127.0.0.1:" + server.getAddress().getPort());
    }
}
