package sample;

import java.io.IOException;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

class Calls {
    private final OkHttpClient client = new OkHttpClient();

    String get(String url) throws IOException {
        Request request = new Request.Builder().url(url).header("At", "" + System.currentTimeMillis()).build();
        try (Response response = client.newCall(request).execute()) {
            return response.isSuccessful() ? response.body().string() : "";
        }
    }

    void later(Request request, Callback callback) {
        client.newCall(request).enqueue(callback);
    }

    Call described(Request request) {
        return client.newCall(request);
    }
}
