package secrets;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A service that passes what it is told of customers through everything it depends on, in every rendering. */
public final class Secrets {
    private static final Pattern FIELD = Pattern.compile("\"(\\w+)\":\"([^\"{}]*)\"");

    private final String database;
    private final Path directory;

    private Secrets(String database, Path directory) {
        this.database = database;
        this.directory = directory;
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("fill")) {
            try (Connection connection = DriverManager.getConnection(arguments[1]); Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE customers (id VARCHAR, first_name VARCHAR, last_name VARCHAR, email VARCHAR, card VARCHAR, iban VARCHAR)");
            }
            return;
        }
        Secrets secrets = new Secrets(arguments[1], Path.of(arguments[2]));
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])), 64);
        server.createContext("/", secrets::serve);
        server.setExecutor(Executors.newFixedThreadPool(4));
        server.start();
        System.out.println("secrets ready on http://127.0.0.1:" + server.getAddress().getPort());
    }

    private void serve(HttpExchange exchange) throws IOException {
        byte[] answer;
        try {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Map<String, String> customer = fields(body);
            customer.put("credential", exchange.getRequestHeaders().getFirst("Authorization"));
            customer.put("address", exchange.getRequestHeaders().getFirst("X-Forwarded-For"));
            String path = exchange.getRequestURI().getPath();
            answer = (path.startsWith("/last") ? last(customer) : customer(customer)).getBytes(StandardCharsets.UTF_8);
        } catch (SQLException | RuntimeException e) {
            answer = ("{\"failed\":\"" + e + "\"}").getBytes(StandardCharsets.UTF_8);
        }
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    private static Map<String, String> fields(String json) {
        Map<String, String> fields = new LinkedHashMap<>();
        // The inner document is a text of the outer one.
        Matcher matcher = FIELD.matcher(json.replace("\\\"", "\""));
        while (matcher.find()) {
            fields.put(matcher.group(1), matcher.group(2));
        }
        return fields;
    }

    /** What is derived in a way that no mask foresees. */
    private String last(Map<String, String> customer) throws SQLException {
        String card = customer.get("card");
        try (Connection connection = DriverManager.getConnection(database);
                PreparedStatement query = connection.prepareStatement("SELECT id FROM customers WHERE card LIKE ?")) {
            query.setString(1, "%" + card.substring(card.length() - 4));
            try (ResultSet found = query.executeQuery()) {
                return "{\"last\":\"" + card.substring(card.length() - 4) + "\",\"known\":" + found.next() + "}";
            }
        }
    }

    private String customer(Map<String, String> customer) throws SQLException, IOException {
        String order = customer.get("orderId");
        StringBuilder answer = new StringBuilder("{\"order\":\"" + order + "\"");
        try (Connection connection = DriverManager.getConnection(database)) {
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO customers VALUES (?, ?, ?, ?, ?, ?)")) {
                insert.setString(1, order);
                insert.setString(2, customer.get("firstName"));
                insert.setString(3, customer.get("lastName"));
                insert.setString(4, customer.get("email").toLowerCase());
                insert.setString(5, customer.get("card").replace(" ", ""));
                insert.setString(6, customer.get("iban"));
                insert.executeUpdate();
            }
            try (Statement query = connection.createStatement();
                    ResultSet found = query.executeQuery("SELECT * FROM customers WHERE last_name = '" + customer.get("lastName")
                            + "' AND card = '" + customer.get("card").replace(" ", "") + "'")) {
                while (found.next()) {
                    answer.append(",\"customer\":{\"name\":\"").append(found.getString("first_name")).append(' ').append(found.getString(3));
                    answer.append("\",\"email\":\"").append(found.getString("email")).append("\",\"iban\":\"").append(found.getString("iban")).append("\"}");
                }
            }
            try (Statement wrong = connection.createStatement()) {
                wrong.executeQuery("SELECT '" + customer.get("ssn") + "' FROM nowhere");
            } catch (SQLException e) {
                answer.append(",\"refused\":\"").append(e.getMessage().replace('"', '\'').replace('\n', ' ')).append('"');
            }
        }
        answer.append(",\"secret\":\"").append(new String(Vault.letters(customer.get("password")))).append('"');
        answer.append(",\"wide\":").append(Vault.wide(customer.get("email")).length);
        answer.append(",\"hex\":\"").append(Vault.hex(customer.get("apiKey"))).append('"');
        answer.append(",\"packed\":\"").append(Vault.packed(customer.get("iban"))).append('"');
        answer.append(",\"nested\":\"").append(Vault.nested(customer.get("phone"), customer.get("birthDate")).replace("\\", "\\\\").replace("\"", "\\\"")).append('"');
        try {
            Vault.refuse(customer.get("credential"), customer.get("address"));
        } catch (IllegalStateException e) {
            answer.append(",\"gate\":\"").append(e.getMessage()).append('"');
        }
        return answer.append(",\"journal\":\"").append(journal(order, customer)).append("\"}").toString();
    }

    /** What goes out and comes in piece by piece, so that no piece has a whole value in it. */
    private String journal(String order, Map<String, String> customer) throws IOException {
        Path file = directory.resolve(order + ".journal");
        try (InputStream in = Files.newInputStream(file)) {
            StringBuilder said = new StringBuilder();
            byte[] piece = new byte[7];
            for (int length = in.read(piece); length > 0; length = in.read(piece)) {
                said.append(new String(piece, 0, length, StandardCharsets.ISO_8859_1));
            }
            return said.toString();
        }
    }

    /** What the settings list as points: each gives something back in a rendering of its own. */
    static final class Vault {
        static char[] letters(String value) {
            return value.toCharArray();
        }

        static byte[] wide(String value) {
            return value.getBytes(StandardCharsets.UTF_16LE);
        }

        static String hex(String value) {
            return HexFormat.of().formatHex(value.getBytes(StandardCharsets.UTF_8));
        }

        static String packed(String value) {
            return Base64.getEncoder().encodeToString(("account " + value).getBytes(StandardCharsets.UTF_8));
        }

        static String nested(String phone, String birth) {
            return "{\"text\":\"{\\\"phone\\\":\\\"" + phone + "\\\",\\\"born\\\":\\\"" + birth + "\\\"}\",\"count\":3}";
        }

        static void refuse(String credential, String address) {
            throw new IllegalStateException("no way in for " + credential + " from " + address);
        }
    }
}
