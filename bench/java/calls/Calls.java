package calls;

import com.sun.management.ThreadMXBean;
import com.sun.net.httpserver.HttpServer;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a point costs: the same calls on a thread that serves no request, and inside a request.
 *
 * <p>Prints one line for each kind of call: its name, then for a call outside of requests and for one inside the
 * nanoseconds and the bytes of memory it takes, each the median of several rounds. Without an agent both are the price
 * of the call itself.
 */
public final class Calls {
    private static final int ROUNDS = 21;
    private static final int CALLS = 10_000;
    /** Few calls at a time, as in a request; many batches, so that the compiler has seen enough. */
    private static final int BATCH = 200;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final ConcurrentHashMap<String, Order> CACHE = new ConcurrentHashMap<>();
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

    /** Changes the state, so that reading it matters. */
    static void touch(int id) {
        hits++;
        CACHE.put("order", new Order(id));
    }

    private static long run(String kind, int calls) {
        switch (kind) {
            case "clock":
                return clock(calls);
            case "field":
                return field(calls);
            default:
                return object(calls);
        }
    }

    /** What a call takes, on average over a batch: nanoseconds, bytes. */
    private static double[] measure(String kind) {
        long memory = THREADS.getCurrentThreadAllocatedBytes();
        long start = System.nanoTime();
        long sum = run(kind, BATCH);
        double nanos = (double) (System.nanoTime() - start) / BATCH;
        double bytes = (double) (THREADS.getCurrentThreadAllocatedBytes() - memory) / BATCH;
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
        server.createContext("/", exchange -> {
            String kind = exchange.getRequestURI().getPath().substring(1);
            touch(2);
            double[] taken = measure(kind);
            byte[] body = (taken[0] + " " + taken[1]).getBytes("UTF-8");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        HttpClient client = HttpClient.newHttpClient();
        String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
        for (String kind : new String[] {"clock", "field", "object"}) {
            int batches = CALLS / BATCH;
            // Nanoseconds outside, bytes outside, nanoseconds inside, bytes inside.
            double[][] rounds = new double[4][ROUNDS];
            for (int round = 0; round < ROUNDS; round++) {
                double[][] taken = new double[4][batches];
                for (int i = 0; i < batches; i++) {
                    double[] outside = measure(kind);
                    HttpRequest request = HttpRequest.newBuilder(URI.create(url + kind)).build();
                    String[] inside = client.send(request, BodyHandlers.ofString()).body().split(" ");
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
        server.stop(0);
        System.exit(0);
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }
}
