package steady;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;

/** A service that depends on time and chance and yet always answers the same: whoever changes what it does is seen. */
public final class Steady {
    private static final ExecutorService TASKS = Executors.newFixedThreadPool(4);

    /** What requests look up: what a graph of a million nodes, a class with a part that is missing, and one that throws hang on. */
    private static final Map<Integer, Node> GRAPHS = new ConcurrentHashMap<>();
    private static final Map<Integer, Half> HALVES = new ConcurrentHashMap<>();
    private static final Map<Integer, Loud> LOUD = new ConcurrentHashMap<>();
    private static final int NODES = 1_000_000;

    private static long last;

    private Steady() {}

    public static void main(String[] arguments) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 64);
        server.createContext("/sum", exchange -> answer(exchange, sum(number(exchange))));
        server.createContext("/graph", exchange -> answer(exchange, graph(number(exchange))));
        server.createContext("/half", exchange -> answer(exchange, half(number(exchange))));
        server.createContext("/loud", exchange -> answer(exchange, loud(number(exchange))));
        server.createContext("/memory", exchange -> answer(exchange, memory()));
        server.setExecutor(Executors.newFixedThreadPool(8));
        server.start();
        System.out.println("steady ready on http://127.0.0.1:" + server.getAddress().getPort());
    }

    private static int number(HttpExchange exchange) {
        return Integer.parseInt(exchange.getRequestURI().getQuery());
    }

    /** The sum of the numbers up to {@code n}, by a detour. */
    private static String sum(int n) {
        List<Future<Long>> parts = new ArrayList<>();
        for (int part = 0; part < 4; part++) {
            int first = part;
            parts.add(TASKS.submit(() -> part(first, n)));
        }
        long sum = 0;
        try {
            for (Future<Long> part : parts) {
                sum += part.get();
            }
        } catch (Exception e) {
            return e.toString();
        }
        return n + " " + sum + " " + UUID.randomUUID().toString().length() + " " + inOrder();
    }

    private static long part(int first, int n) {
        long noise = ThreadLocalRandom.current().nextLong();
        long sum = noise;
        for (int i = first; i <= n; i += 4) {
            sum += i;
        }
        return sum - noise;
    }

    private static boolean inOrder() {
        long now = System.currentTimeMillis();
        boolean inOrder = now >= 0 && last >= 0;
        last = now;
        return inOrder;
    }

    /** One of a million that hang together. */
    private static final class Node {
        private final Node next;
        private final int number;

        Node(Node next, int number) {
            this.next = next;
            this.number = number;
        }
    }

    /** How many nodes there are, and what the first one's number is. */
    private static String graph(int n) {
        Node first = GRAPHS.get(0);
        if (first == null) {
            for (int i = 0; i < NODES; i++) {
                first = new Node(first, i);
            }
            GRAPHS.put(0, first);
        }
        int count = 0;
        for (Node node = first; node != null; node = node.next) {
            count++;
        }
        return n + " " + count + " " + first.number;
    }

    /** Not delivered with the service: whoever asks for the fields of what holds one is told that there is no such class. */
    private static final class Missing {}

    /** Nothing reads the field whose type is missing. */
    private static final class Half {
        private Missing missing;
        private final int value;

        Half(int value) {
            this.value = value;
        }
    }

    private static String half(int n) {
        Half half = HALVES.get(n % 4);
        if (half == null) {
            half = new Half(n % 4);
            HALVES.put(n % 4, half);
        }
        return n + " " + half.value;
    }

    /** Whoever asks it anything is sorry. */
    private static final class Loud {
        private final int value;

        Loud(int value) {
            this.value = value;
        }

        @Override
        public int hashCode() {
            throw new IllegalStateException("asked for a hash");
        }

        @Override
        public boolean equals(Object other) {
            throw new IllegalStateException("asked to compare");
        }

        @Override
        public String toString() {
            throw new IllegalStateException("asked for a text");
        }
    }

    private static String loud(int n) {
        Loud loud = LOUD.get(n % 4);
        if (loud == null) {
            loud = new Loud(n % 4);
            LOUD.put(n % 4, loud);
        }
        return n + " " + loud.value;
    }

    /** What is left on the heap, and in the metaspace, in KiB. */
    private static String memory() {
        for (int i = 0; i < 5; i++) {
            System.gc();
        }
        long metaspace = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getName().equals("Metaspace")) {
                metaspace = pool.getUsage().getUsed();
            }
        }
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        return heap / 1024 + " " + metaspace / 1024;
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
