package sample;

import org.springframework.http.ResponseEntity;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

class Clients {
    private static final RestClient SHARED = RestClient.create();
    private final RestTemplate template = new RestTemplate();

    String template(String url) {
        return template.getForObject(url, String.class);
    }

    int posted(String url) {
        ResponseEntity<String> response = template.postForEntity(url, System.currentTimeMillis(), String.class);
        return response.getStatusCode().value();
    }

    String client(RestClient client) {
        return client.get().uri("/a").retrieve().body(String.class);
    }

    // A client that is shared remembers nothing of what it was asked.
    String shared(String item) {
        return SHARED.get().uri("/" + item).retrieve()
                .onStatus(status -> status.value() == 404, (request, response) -> {
                    throw new IllegalStateException(item);
                })
                .body(String.class);
    }

    void clientStamped(RestClient client) {
        client.post().uri("/a").body(System.currentTimeMillis()).retrieve().toBodilessEntity();
    }

    RestClient.RequestHeadersSpec<?> described(RestClient client) {
        return client.get().uri("/a");
    }

    Mono<String> reactive(WebClient client) {
        return client.get().uri("/a").retrieve().bodyToMono(String.class);
    }

    String waited(WebClient client) {
        return client.get().uri("/a").retrieve().bodyToMono(String.class).block();
    }
}
