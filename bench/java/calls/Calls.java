package calls;

import com.sun.management.ThreadMXBean;
import com.sun.net.httpserver.HttpServer;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/**
 * What a point costs: the same calls on a thread that serves no request, while another thread serves one, and inside a
 * request, once all of it is compiled.
 *
 * <p>Prints one line for each kind of call: its name, then for a call outside of requests and for one inside the
 * nanoseconds and the bytes of memory it takes, each the median of several rounds. Without an agent both are the price
 * of the call itself. With {@code kept} it prints instead how many collections of young objects there were while requests
 * made calls, and how many bytes a call outlived them.
 */
public final class Calls {
    private static final int ROUNDS = 21;
    private static final int CALLS = 10_000;
    /** Few calls at a time, as in a request; many batches, so that the compiler has seen enough. */
    private static final int BATCH = 200;
    private static final int BATCHES = CALLS / BATCH;
    /** A list is as much as many calls, where it is recorded. */
    private static final int LISTS = 4;
    private static final int ENTITIES = 200;
    private static final String[] KINDS = {"clock", "field", "object", "argument", "list"};

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final ConcurrentHashMap<String, Order> CACHE = new ConcurrentHashMap<>();
    private static final ConcurrentHashMap<String, List<Order>> LISTED = new ConcurrentHashMap<>();
    private static final ConcurrentHashMap<Order, Integer> STOCK = new ConcurrentHashMap<>();
    private static final Order KNOWN = new Order(3);
    private static final CountDownLatch MEASURED = new CountDownLatch(1);
    private static final CountDownLatch HELD = new CountDownLatch(1);
    private static long hits;

    /** Ten small fields, the size of value the figures are quoted for. */
    static final class Order {
        final int id;
        final long customer;
        final String product;
        final String currency;
        final int quantity;
        final double price;
        final boolean paid;
        final long at;
        final String note;
        final short version;

        Order(int id) {
            this.id = id;
            customer = 1_000_000L + id;
            product = "teapot";
            currency = "EUR";
            quantity = 3;
            price = 12.5;
            paid = true;
            at = 1_700_000_000_000L;
            note = "leave at the door";
            version = 7;
        }
    }

    private Calls() {}

    static long clock(int calls) {
        long sum = 0;
        for (int i = 0; i < calls; i++) {
            sum += System.currentTimeMillis() & 1;
        }
        return sum;
    }

    static long field(int calls) {
        long sum = 0;
        for (int i = 0; i < calls; i++) {
            sum += hits & 1;
        }
        return sum;
    }

    static long object(int calls) {
        long sum = 0;
        for (int i = 0; i < calls; i++) {
            sum += CACHE.get("order").quantity;
        }
        return sum;
    }

    static long argument(int calls) {
        long sum = 0;
        for (int i = 0; i < calls; i++) {
            sum += STOCK.get(KNOWN);
        }
        return sum;
    }

    static long list(int calls) {
        long sum = 0;
        for (int i = 0; i < calls; i++) {
            sum += LISTED.get("orders").size();
        }
        return sum;
    }

    /** Changes the state, so that reading it matters. */
    static void touch(int id) {
        hits++;
        CACHE.put("order", new Order(id));
        STOCK.put(KNOWN, id);
        List<Order> orders = new ArrayList<>();
        for (int i = 0; i < ENTITIES; i++) {
            orders.add(new Order(id + i));
        }
        LISTED.put("orders", orders);
    }

    private static long run(String kind, int calls) {
        switch (kind) {
            case "clock":
                return clock(calls);
            case "field":
                return field(calls);
            case "object":
                return object(calls);
            case "argument":
                return argument(calls);
            default:
                return list(calls);
        }
    }

    /** What a call takes, on average over a batch: nanoseconds, bytes. */
    private static double[] measure(String kind, int calls) {
        long memory = THREADS.getCurrentThreadAllocatedBytes();
        long start = System.nanoTime();
        long sum = run(kind, calls);
        double nanos = (double) (System.nanoTime() - start) / calls;
        double bytes = (double) (THREADS.getCurrentThreadAllocatedBytes() - memory) / calls;
        if (sum < 0) {
            throw new IllegalStateException();
        }
        return new double[] {nanos, bytes};
    }

    public static void main(String[] args) throws Exception {
        // Without this the answers wait for the delayed acknowledgement of their headers, 40 ms each.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        touch(1);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", exchange -> {
            String kind = exchange.getRequestURI().getPath().substring(1);
            byte[] body = (kind.equals("held") ? held() : served(kind)).getBytes("UTF-8");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        HttpClient client = HttpClient.newHttpClient();
        String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
        // Until everything is measured, one request is being served.
        CompletableFuture<?> open = client.sendAsync(request(url, "held"), BodyHandlers.ofString());
        HELD.await();
        if (args.length > 0 && args[0].equals("kept")) {
            kept(client, url);
        } else {
            for (String kind : KINDS) {
                warm(client, url, kind);
            }
            for (String kind : KINDS) {
                taken(client, url, kind);
            }
        }
        MEASURED.countDown();
        open.get();
        server.stop(0);
        System.exit(0);
    }

    private static HttpRequest request(String url, String kind) {
        return HttpRequest.newBuilder(URI.create(url + kind)).build();
    }

    private static String served(String kind) {
        touch(2);
        double[] taken = measure(kind, kind.equals("list") ? LISTS : BATCH);
        return taken[0] + " " + taken[1];
    }

    private static String held() {
        HELD.countDown();
        try {
            MEASURED.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return "";
    }

    /** Makes calls until the compiler has nothing more to do: a service runs for days. */
    private static void warm(HttpClient client, String url, String kind) throws Exception {
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        int rested = 0;
        for (int round = 0; round < 20 * ROUNDS && rested < 5; round++) {
            long before = compiler.getTotalCompilationTime();
            for (int i = 0; i < BATCHES; i++) {
                measure(kind, BATCH);
                client.send(request(url, kind), BodyHandlers.ofString());
            }
            rested = compiler.getTotalCompilationTime() == before ? rested + 1 : 0;
        }
    }

    private static void taken(HttpClient client, String url, String kind) throws Exception {
        // Nanoseconds outside, bytes outside, nanoseconds inside, bytes inside.
        double[][] rounds = new double[4][ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            double[][] taken = new double[4][BATCHES];
            for (int i = 0; i < BATCHES; i++) {
                double[] outside = measure(kind, BATCH);
                String[] inside = client.send(request(url, kind), BodyHandlers.ofString()).body().split(" ");
                taken[0][i] = outside[0];
                taken[1][i] = outside[1];
                taken[2][i] = Double.parseDouble(inside[0]);
                taken[3][i] = Double.parseDouble(inside[1]);
            }
            for (int what = 0; what < taken.length; what++) {
                rounds[what][round] = median(taken[what]);
            }
        }
        System.out.println(String.format(Locale.ROOT, "%s %.1f %.1f %.1f %.1f", kind, median(rounds[0]),
                median(rounds[1]), median(rounds[2]), median(rounds[3])));
    }

    /** What outlives the collections of young objects, once everything that is made for good is there. */
    private static void kept(HttpClient client, String url) throws Exception {
        for (int i = 0; i < 10 * BATCHES; i++) {
            client.send(request(url, "object"), BodyHandlers.ofString());
        }
        System.gc();
        long before = old();
        long collections = collections();
        int requests = 100 * BATCHES;
        for (int i = 0; i < requests; i++) {
            client.send(request(url, "object"), BodyHandlers.ofString());
        }
        double kept = (double) (old() - before) / (requests * BATCH);
        System.out.println(String.format(Locale.ROOT, "kept %d %.2f", collections() - collections, kept));
    }

    private static long old() {
        long used = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getName().contains("Tenured")) {
                used += pool.getUsage().getUsed();
            }
        }
        return used;
    }

    private static long collections() {
        long count = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            count += collector.getCollectionCount();
        }
        return count;
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }
}
