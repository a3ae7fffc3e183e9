package shop;

import java.io.BufferedWriter;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends the shop a day of customers. The same seed gives the same requests in the same order; which of them overlap
 * is up to the connections. Exit code 0 when every answer had a status that its request allows, 1 when not, 2 for
 * wrong use.
 */
public final class Load {
    private static final String USAGE = String.join(System.lineSeparator(),
            "usage: java -jar load.jar --url http://127.0.0.1:8080 [options]",
            "  --requests N      how many requests (1000)",
            "  --connections N   how many at a time, each on a connection that is kept open (16)",
            "  --seed N          which requests (7)",
            "  --tag TEXT        marks references and addresses, to send a seed twice to one database (the seed)",
            "  --answers FILE    write what was answered, one JSON object a line, in the order of the requests",
            "  --print           write the requests, one JSON object a line, and send nothing");

    /** The first requests are orders, sent one after the other, so that later ones have orders to look at. */
    private static final int OPENING = 12;

    private static final String[] CURRENCIES = {"EUR", "GBP", "CHF", "JPY", "USD"};
    private static final String[] CATEGORIES = {"tea", "coffee", "ware"};
    private static final int PRODUCTS = 17;
    /** Products that never run out. */
    private static final int[] PLENTY = {1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 14, 15, 16};
    /** Products of which there are a few. */
    private static final int[] RARE = {10, 13, 17};

    private record Call(String method, String path, Map<String, String> headers, String body, Set<Integer> expected) {}

    private record Answer(int status, String location, String body, String failure) {}

    private final Random random;
    private final String tag;
    private final List<Call> calls = new ArrayList<>();
    private int orders;
    private int customers;

    private Load(long seed, String tag) {
        this.random = new Random(seed);
        this.tag = tag;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Map<String, String> options = options(args);
        int requests = number(options, "--requests", 1000);
        int connections = number(options, "--connections", 16);
        int seed = number(options, "--seed", 7);
        Load load = new Load(seed, options.getOrDefault("--tag", "s" + seed));
        for (int i = 0; i < requests; i++) {
            load.calls.add(i < OPENING ? load.order() : load.next());
        }
        if (options.containsKey("--print")) {
            load.calls.forEach(call -> System.out.println(describe(call)));
            return;
        }
        if (!options.containsKey("--url")) {
            throw wrongUse("--url is missing");
        }
        long begin = System.nanoTime();
        Answer[] answers = load.send(options.get("--url"), connections);
        double seconds = (System.nanoTime() - begin) / 1e9;
        if (options.containsKey("--answers")) {
            write(Path.of(options.get("--answers")), load.calls, answers);
        }
        System.out.printf(Locale.ROOT, "%d requests over %d connections in %.2f s (%.0f a second)%n", requests,
                connections, seconds, requests / seconds);
        System.exit(report(load.calls, answers) ? 0 : 1);
    }

    // --- what is asked ---

    private Call next() {
        int dice = random.nextInt(100);
        if (dice < 20) {
            return get("/products/" + one(PLENTY), visitor(), 200);
        } else if (dice < 22) {
            return get("/products/" + (PRODUCTS + 1 + random.nextInt(20)), visitor(), 404);
        } else if (dice < 31) {
            return get("/products?category=" + one(CATEGORIES), visitor(), 200);
        } else if (dice < 32) {
            return get("/products?category=spice", visitor(), 404);
        } else if (dice < 35) {
            return price();
        } else if (dice < 51) {
            return get(quote(1 + random.nextInt(PRODUCTS), one(CURRENCIES)), visitor(), 200);
        } else if (dice < 53) {
            return random.nextBoolean()
                    ? get(quote(1 + random.nextInt(PRODUCTS), "XAU"), visitor(), 404)
                    : get(quote(PRODUCTS + 5, "EUR"), visitor(), 404);
        } else if (dice < 54) {
            return get("/quote?product=1&quantity=0&currency=EUR", visitor(), 400);
        } else if (dice < 61) {
            return get("/rates/" + one(CURRENCIES), Map.of(), 200);
        } else if (dice < 62) {
            return get("/rates/XAU", Map.of(), 404);
        } else if (dice < 76) {
            return order();
        } else if (dice < 80) {
            return wrongOrder();
        } else if (dice < 88) {
            return get("/orders/" + (1 + random.nextInt(40)), Map.of(), 200, 404);
        } else if (dice < 89) {
            return get("/orders/" + (1_000_000 + random.nextInt(1000)), Map.of(), 404);
        } else if (dice < 93) {
            return customer();
        } else if (dice < 97) {
            return get("/customers/" + (1 + random.nextInt(5)), Map.of(), 200);
        } else if (dice < 98) {
            return get("/customers/" + (1_000_000 + random.nextInt(1000)), Map.of(), 404);
        } else {
            return get("/stats", Map.of(), 200);
        }
    }

    private static Call get(String path, Map<String, String> headers, Integer... expected) {
        return new Call("GET", path, headers, null, Set.of(expected));
    }

    /** Some customers speak German, some are gold members. */
    private Map<String, String> visitor() {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Accept-Language", random.nextInt(3) == 0 ? "de-DE,de;q=0.8" : "en");
        if (random.nextInt(4) == 0) {
            headers.put("X-Member", "gold");
        }
        return headers;
    }

    private String quote(int product, String currency) {
        return "/quote?product=" + product + "&quantity=" + (1 + random.nextInt(9)) + "&currency=" + currency;
    }

    private Call price() {
        String body = String.format(Locale.ROOT, "{\"price\": %.2f}", 3 + random.nextInt(4000) / 100.0);
        String path = "/products/" + one(PLENTY) + "/price";
        return random.nextInt(4) == 0
                ? json("PUT", path, Map.of("X-Admin-Key", "guess"), body, 403)
                : json("PUT", path, Map.of("X-Admin-Key", "let-me-in"), body, 200);
    }

    /** An order that should go through, unless this seed was sent to this database before. */
    private Call order() {
        StringJoiner lines = new StringJoiner(", ", "[", "]");
        for (int i = random.nextInt(3); i >= 0; i--) {
            lines.add(line(one(PLENTY), 1 + random.nextInt(4)));
        }
        orders++;
        return json("POST", "/orders", visitor(), order(1 + random.nextInt(5), reference(orders), lines), 201, 409);
    }

    private Call wrongOrder() {
        StringJoiner lines = new StringJoiner(", ", "[", "]").add(line(one(PLENTY), 2));
        switch (random.nextInt(5)) {
            case 0:
                return json("POST", "/orders", visitor(), order(1, reference(1), lines), 409);
            case 1:
                orders++;
                return json("POST", "/orders", visitor(), order(1_000_000, reference(orders), lines), 404, 409);
            case 2:
                return json("POST", "/orders", visitor(), "{\"customer\": 1, \"lines\": [", 400);
            case 3:
                orders++;
                lines.add(line(RARE[random.nextInt(RARE.length)], 50));
                return json("POST", "/orders", visitor(), order(2, reference(orders), lines), 409);
            default:
                // The first few get one.
                orders++;
                lines.add(line(RARE[random.nextInt(RARE.length)], 1));
                return json("POST", "/orders", visitor(), order(3, reference(orders), lines), 201, 409);
        }
    }

    private String reference(int number) {
        return tag + "-" + number;
    }

    private String order(int customer, String reference, StringJoiner lines) {
        String coupon = random.nextInt(3) == 0 ? "\"SPRING\"" : "null";
        return "{\"customer\": " + customer + ", \"reference\": \"" + reference + "\", \"coupon\": " + coupon
                + ", \"lines\": " + lines + "}";
    }

    private static String line(int product, int quantity) {
        return "{\"product\": " + product + ", \"quantity\": " + quantity + "}";
    }

    private Call customer() {
        boolean known = customers > 0 && random.nextInt(3) == 0;
        int number = known ? 1 + random.nextInt(customers) : ++customers;
        Map<String, String> headers = Map.of("Content-Type", "application/x-www-form-urlencoded");
        String body = "name=Customer+" + number + "&email=c" + number + "%40" + tag + ".example";
        // A known address was sent earlier, but on another connection it may still arrive later.
        return new Call("POST", "/customers", headers, body, Set.of(201, 409));
    }

    private static Call json(String method, String path, Map<String, String> headers, String body,
            Integer... expected) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put("Content-Type", "application/json");
        return new Call(method, path, all, body, Set.of(expected));
    }

    private int one(int[] choices) {
        return choices[random.nextInt(choices.length)];
    }

    private String one(String[] choices) {
        return choices[random.nextInt(choices.length)];
    }

    // --- asking ---

    private Answer[] send(String url, int connections) throws InterruptedException {
        HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(5))
                .build();
        Answer[] answers = new Answer[calls.size()];
        int opening = Math.min(OPENING, answers.length);
        for (int i = 0; i < opening; i++) {
            answers[i] = send(http, url, calls.get(i));
        }
        // Each thread waits for its answer before it sends again, so there are as many connections as threads.
        AtomicInteger next = new AtomicInteger(opening);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            Thread thread = new Thread(() -> {
                for (int at = next.getAndIncrement(); at < answers.length; at = next.getAndIncrement()) {
                    answers[at] = send(http, url, calls.get(at));
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return answers;
    }

    private static Answer send(HttpClient http, String url, Call call) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + call.path()))
                .timeout(Duration.ofSeconds(60))
                .method(call.method(), call.body() == null
                        ? HttpRequest.BodyPublishers.noBody()
                        : HttpRequest.BodyPublishers.ofString(call.body()));
        call.headers().forEach(request::header);
        try {
            HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
            String location = response.headers().firstValue("Location").orElse(null);
            return new Answer(response.statusCode(), location, response.body(), null);
        } catch (IOException e) {
            return new Answer(0, null, null, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer(0, null, null, "interrupted");
        }
    }

    // --- what came of it ---

    private static boolean report(List<Call> calls, Answer[] answers) {
        Map<Integer, Integer> statuses = new TreeMap<>();
        List<String> unexpected = new ArrayList<>();
        for (int i = 0; i < answers.length; i++) {
            Call call = calls.get(i);
            Answer answer = answers[i];
            statuses.merge(answer.status(), 1, Integer::sum);
            if (!call.expected().contains(answer.status())) {
                String got = answer.failure() != null ? answer.failure() : answer.status() + " " + answer.body();
                unexpected.add("request " + i + " " + call.method() + " " + call.path() + ": " + got);
            }
        }
        statuses.forEach((status, count) ->
                System.out.printf(Locale.ROOT, "  %-6s %6d%n", status == 0 ? "failed" : status, count));
        unexpected.stream().limit(10).forEach(System.err::println);
        if (!unexpected.isEmpty()) {
            System.err.println(unexpected.size() + " unexpected of " + answers.length);
        }
        return unexpected.isEmpty();
    }

    private static void write(Path file, List<Call> calls, Answer[] answers) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int i = 0; i < answers.length; i++) {
                out.write("{\"request\":" + i + ",\"method\":" + quoted(calls.get(i).method()) + ",\"path\":"
                        + quoted(calls.get(i).path()) + ",\"status\":" + answers[i].status() + ",\"location\":"
                        + quoted(answers[i].location()) + ",\"body\":" + quoted(answers[i].body()) + "}\n");
            }
        }
    }

    private static String describe(Call call) {
        StringJoiner headers = new StringJoiner(",", "{", "}");
        call.headers().forEach((name, value) -> headers.add(quoted(name) + ":" + quoted(value)));
        return "{\"method\":" + quoted(call.method()) + ",\"path\":" + quoted(call.path()) + ",\"headers\":" + headers
                + ",\"body\":" + quoted(call.body()) + "}";
    }

    private static String quoted(String text) {
        if (text == null) {
            return "null";
        }
        StringBuilder out = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }

    // --- the command line ---

    private static Map<String, String> options(String[] args) {
        Set<String> known =
                Set.of("--url", "--requests", "--connections", "--seed", "--tag", "--answers", "--print", "--help");
        Map<String, String> options = new LinkedHashMap<>();
        for (int i = 0; i < args.length; i++) {
            if (!known.contains(args[i])) {
                throw wrongUse("unknown option " + args[i]);
            }
            if (args[i].equals("--help")) {
                System.out.println(USAGE);
                System.exit(0);
            } else if (args[i].equals("--print")) {
                options.put(args[i], "");
            } else if (i + 1 == args.length) {
                throw wrongUse(args[i] + " needs a value");
            } else {
                options.put(args[i], args[++i]);
            }
        }
        return options;
    }

    private static int number(Map<String, String> options, String name, int otherwise) {
        String value = options.getOrDefault(name, Integer.toString(otherwise));
        if (!value.matches("\\d{1,9}") || value.matches("0+") && !name.equals("--seed")) {
            throw wrongUse(name + " must be a positive number, not " + value);
        }
        return Integer.parseInt(value);
    }

    private static IllegalArgumentException wrongUse(String message) {
        System.err.println(message);
        System.err.println(USAGE);
        System.exit(2);
        return new IllegalArgumentException(message);
    }
}
