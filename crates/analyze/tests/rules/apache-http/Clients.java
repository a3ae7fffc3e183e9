package sample;

import java.io.IOException;
import org.apache.commons.httpclient.methods.GetMethod;
import org.apache.hc.core5.http.ParseException;
import org.apache.http.HttpEntity;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.util.EntityUtils;

class Clients {
    String version4(CloseableHttpClient client, String url) throws IOException {
        try (CloseableHttpResponse response = client.execute(new HttpGet(url))) {
            if (response.getStatusLine().getStatusCode() == 200) {
                return EntityUtils.toString(response.getEntity());
            }
            return "";
        }
    }

    // What is asked depends on the time.
    int posted(CloseableHttpClient client, String url) throws IOException {
        HttpPost post = new HttpPost(url);
        post.setEntity(new StringEntity("" + System.currentTimeMillis()));
        return client.execute(post, response -> response.getStatusLine().getStatusCode());
    }

    HttpEntity entity(String text) throws IOException {
        return new StringEntity(text);
    }

    String version5(org.apache.hc.client5.http.impl.classic.CloseableHttpClient client, String url)
            throws IOException, ParseException {
        try (var response = client.execute(new org.apache.hc.client5.http.classic.methods.HttpGet(url))) {
            return org.apache.hc.core5.http.io.entity.EntityUtils.toString(response.getEntity());
        }
    }

    String version3(org.apache.commons.httpclient.HttpClient client, String url) throws IOException {
        GetMethod method = new GetMethod(url);
        client.executeMethod(method);
        return method.getResponseBodyAsString();
    }
}
