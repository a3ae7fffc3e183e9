package calls;

import com.sun.net.httpserver.HttpServer;
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
 * <p>Prints one line for each kind of call: its name, nanoseconds outside of requests, nanoseconds inside, each the
 * median of several rounds. Without an agent both columns are the price of the call itself.
 */
public final class Calls {
    private static final int ROUNDS = 21;
    private static final int CALLS = 10_000;
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

    private static double measure(String kind) {
        // Few calls at a time, as in a request; many batches, so that the compiler has seen enough.
        int batch = 200;
        long start = System.nanoTime();
        long sum = run(kind, batch);
        double nanos = (double) (System.nanoTime() - start) / batch;
        if (sum < 0) {
            throw new IllegalStateException();
        }
        return nanos;
    }

    public static void main(String[] args) throws Exception {
        // Without this the answers wait for the delayed acknowledgement of their headers, 40 ms each.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        touch(1);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String kind = exchange.getRequestURI().getPath().substring(1);
            touch(2);
            byte[] body = Double.toString(measure(kind)).getBytes("UTF-8");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        HttpClient client = HttpClient.newHttpClient();
        String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
        for (String kind : new String[] {"clock", "field", "object"}) {
            double[] outside = new double[ROUNDS];
            double[] inside = new double[ROUNDS];
            for (int round = 0; round < ROUNDS; round++) {
                outside[round] = 0;
                inside[round] = 0;
                int batches = CALLS / 200;
                double[] out = new double[batches];
                double[] in = new double[batches];
                for (int i = 0; i < batches; i++) {
                    out[i] = measure(kind);
                    HttpRequest request = HttpRequest.newBuilder(URI.create(url + kind)).build();
                    in[i] = Double.parseDouble(client.send(request, BodyHandlers.ofString()).body());
                }
                outside[round] = median(out);
                inside[round] = median(in);
            }
            System.out.println(String.format(Locale.ROOT, "%s %.1f %.1f", kind, median(outside), median(inside)));
        }
        server.stop(0);
        System.exit(0);
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }
}
