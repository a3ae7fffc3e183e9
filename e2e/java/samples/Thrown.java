package samples;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClientResponseException;
import org.springframework.web.client.UnknownHttpStatusCodeException;

/** What clients throw. Spring's keep the function that reads the body as another type, which nothing can make again. */
public final class Thrown {
    private static final byte[] BODY = "{\"why\":\"none left\"}".getBytes(StandardCharsets.UTF_8);

    private Thrown() {}

    public static List<Object[]> samples() {
        HttpHeaders headers = new HttpHeaders();
        headers.add("Retry-After", "7");
        List<Object[]> samples = new ArrayList<>();
        add(samples, "client error", HttpClientErrorException.create(HttpStatus.CONFLICT, "Conflict", headers, BODY, null));
        add(samples, "client error of a status that has no class", HttpClientErrorException.create(
                HttpStatusCode.valueOf(418), "", headers, BODY, StandardCharsets.UTF_8));
        add(samples, "server error", HttpServerErrorException.create(HttpStatus.BAD_GATEWAY, "", headers, BODY, null));
        add(samples, "unknown status", new UnknownHttpStatusCodeException(799, "", headers, BODY, null));
        samples.add(new Object[] {"no answer", new ResourceAccessException("refused", new IOException("gone")),
            (BiPredicate<Object, Object>) (a, b) -> ((ResourceAccessException) b).getCause().getMessage().equals("gone")});
        return samples;
    }

    private static void add(List<Object[]> samples, String name, RestClientResponseException thrown) {
        thrown.setBodyConvertFunction(type -> type);
        samples.add(new Object[] {name, thrown, (BiPredicate<Object, Object>) Thrown::same});
    }

    private static boolean same(Object a, Object b) {
        RestClientResponseException one = (RestClientResponseException) a;
        RestClientResponseException other = (RestClientResponseException) b;
        return one.getMessage().equals(other.getMessage()) && one.getStatusCode().equals(other.getStatusCode())
                && one.getResponseHeaders().equals(other.getResponseHeaders())
                && one.getResponseBodyAsString().equals(other.getResponseBodyAsString());
    }
}
