package outside;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import javax.sql.DataSource;

class Outside {
    private static DataSource pool;
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    static void main(DataSource source) {
        use(source);
    }

    static void use(DataSource source) {
        pool = source;
    }

    // What a database is asked is compared, so it must be the same.
    void touch(int id) throws SQLException {
        try (Connection c = pool.getConnection();
                PreparedStatement update = c.prepareStatement("UPDATE item SET touched = ? WHERE id = ?")) {
            update.setTimestamp(1, new Timestamp(System.currentTimeMillis()));
            update.setInt(2, id);
            update.executeUpdate();
        }
    }

    // What it answers is recorded, so a decision by it is not different every time.
    boolean exists(int id) throws SQLException {
        try (Connection c = pool.getConnection();
                PreparedStatement query = c.prepareStatement("SELECT 1 FROM item WHERE id = " + id);
                ResultSet rows = query.executeQuery()) {
            return rows.next();
        }
    }

    String ask(String name) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://rates/" + name))
                .header("X-At", "" + System.currentTimeMillis())
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    int old(URL url) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) url.openConnection();
        connection.setRequestProperty("X-At", "" + System.currentTimeMillis());
        try (InputStream in = connection.getInputStream()) {
            return connection.getResponseCode() + in.read();
        }
    }
}
