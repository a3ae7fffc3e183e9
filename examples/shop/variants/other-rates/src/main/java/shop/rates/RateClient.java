package shop.rates;

import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Logger;
import shop.ShopException;
import shop.json.Json;

/** Asks the rates service what money is worth. */
public final class RateClient {
    private static final Logger LOG = Logger.getLogger(RateClient.class.getName());
    private static final long FRESH_MILLIS = 500;
    private static final ConcurrentHashMap<String, Rate> RECENT = new ConcurrentHashMap<>();

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final String url;

    public RateClient(String url) {
        this.url = url;
    }

    /** A rate that may be half a second old. */
    public Rate recent(String currency) {
        Rate known = RECENT.get(currency);
        if (known != null && System.currentTimeMillis() - known.learntAt() < FRESH_MILLIS) {
            return known;
        }
        Rate rate = now(currency);
        RECENT.put(currency, rate);
        return rate;
    }

    /** The rate of this moment. */
    public Rate now(String currency) {
        String query = "/v2/rate?currency=" + URLEncoder.encode(currency, StandardCharsets.UTF_8);
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + query))
                .timeout(Duration.ofSeconds(10))
                .header("Accept", "application/json")
                .build();
        HttpResponse<String> response = send(request);
        if (response.statusCode() == 404) {
            throw ShopException.notFound("no currency " + currency);
        }
        if (response.statusCode() != 200) {
            throw ShopException.badGateway("rates answered " + response.statusCode(), null);
        }
        Map<?, ?> body = (Map<?, ?>) Json.read(response.body());
        LOG.fine("rate of " + currency + " is " + body.get("rate"));
        return new Rate(currency, (BigDecimal) body.get("rate"), System.currentTimeMillis());
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw ShopException.badGateway("rates did not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ShopException.badGateway("interrupted while asking for rates", e);
        }
    }
}
