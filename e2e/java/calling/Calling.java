package calling;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.http.MediaType;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/** A service that asks another one over HTTP, with the clients of Spring and two ways to send what they ask. */
public final class Calling {
    private static final AtomicInteger ASKED = new AtomicInteger();

    private final RestClient client;
    private final RestTemplate template;

    private Calling(String other) {
        client = client(new JdkClientHttpRequestFactory(), other);
        template = new RestTemplate(new SimpleClientHttpRequestFactory());
        // What an interceptor adds is asked as well.
        template.getInterceptors().add((request, body, execution) -> {
            request.getHeaders().add("X-Shop", "north");
            return execution.execute(request, body);
        });
        template.setUriTemplateHandler(new org.springframework.web.util.DefaultUriBuilderFactory(other));
    }

    private static RestClient client(ClientHttpRequestFactory factory, String other) {
        return RestClient.builder().requestFactory(factory).baseUrl(other).build();
    }

    public static void main(String[] arguments) throws IOException {
        if (arguments[0].equals("other")) {
            serve("other", "0", Calling::stock);
        } else {
            serve("calling", arguments[0], new Calling(arguments[1])::answer);
        }
    }

    interface Answer {
        String of(HttpExchange exchange) throws IOException;
    }

    private static void serve(String name, String port, Answer answer) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(port)), 64);
        server.createContext("/", exchange -> {
            byte[] body = answer.of(exchange).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain");
            exchange.sendResponseHeaders(exchange.getRequestURI().getPath().equals("/stock/none") ? 404 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.setExecutor(Executors.newFixedThreadPool(4));
        server.start();
        System.out.println(name + " ready on http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** The other service: no answer is like one before. */
    private static String stock(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        return exchange.getRequestMethod() + " " + exchange.getRequestURI() + " [" + body + "] is number "
                + ASKED.incrementAndGet();
    }

    private String answer(HttpExchange exchange) {
        String item = exchange.getRequestURI().getQuery();
        switch (exchange.getRequestURI().getPath()) {
            case "/get":
                return client.get().uri("/stock/" + item).header("X-Shop", "south").retrieve().body(String.class);
            case "/post":
                return client.post().uri("/orders").contentType(MediaType.TEXT_PLAIN).body("one " + item).retrieve()
                        .toEntity(String.class).getBody();
            case "/template":
                return template.postForObject("/orders?of={item}", "two " + item, String.class, item);
            default:
                try {
                    return client.get().uri("/stock/none").retrieve().body(String.class);
                } catch (HttpClientErrorException e) {
                    return e.getStatusCode() + " " + e.getResponseBodyAsString();
                }
        }
    }
}
