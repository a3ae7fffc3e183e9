package sample;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;

class Client {
    private final HttpClient client = HttpClient.newHttpClient();

    String get(URI uri) throws Exception {
        HttpResponse<String> response =
                client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        return response.statusCode() == 200 ? response.body() : "";
    }

    CompletableFuture<HttpResponse<String>> later(URI uri) {
        return client.sendAsync(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    // What is asked depends on the time.
    int stamped(URI uri) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri).header("Date", "" + System.currentTimeMillis()).build();
        return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    HttpRequest prepared(URI uri) {
        return HttpRequest.newBuilder(uri).build();
    }

    int status(URL url) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) url.openConnection();
        return connection.getResponseCode();
    }

    InputStream stream(URL url) throws IOException {
        return url.openStream();
    }
}
