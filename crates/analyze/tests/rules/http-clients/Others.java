package sample;

import cn.hutool.http.HttpRequest;
import cn.hutool.http.HttpUtil;
import feign.Client;
import feign.Request;
import java.io.IOException;
import org.asynchttpclient.AsyncHttpClient;
import org.asynchttpclient.Response;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;

class Others {
    int async(AsyncHttpClient client, String url) throws Exception {
        Response response = client.prepareGet(url).execute().get();
        return response.getStatusCode();
    }

    Mono<String> reactor(String url) {
        return HttpClient.create().get().uri(url).response().map(response -> response.resourceUrl());
    }

    String hutool(String url) {
        return HttpUtil.get(url);
    }

    String hutoolRequest(String url) {
        return HttpRequest.post(url).body("" + System.currentTimeMillis()).execute().body();
    }

    boolean hutoolLocal(String url) {
        return HttpUtil.isHttps(url);
    }

    int feign(Client client, Request request) throws IOException {
        return client.execute(request, new Request.Options()).status();
    }
}
