package rows;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;

/** A service that reads what a database has, in the ways in which result sets are read. */
public final class Rows {
    private static final String ITEMS = "SELECT name, stock, price, note FROM items WHERE stock >= ? ORDER BY name";

    private static final String BETWEEN = "SELECT name FROM items WHERE stock BETWEEN ? AND ? ORDER BY name";

    private final String database;

    private Rows(String database) {
        this.database = database;
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("fill")) {
            fill(arguments[1]);
            return;
        }
        Rows rows = new Rows(arguments[1]);
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])), 64);
        server.createContext("/", rows::serve);
        server.setExecutor(Executors.newFixedThreadPool(4));
        server.start();
        System.out.println("rows ready on http://127.0.0.1:" + server.getAddress().getPort());
    }

    private static void fill(String database) throws SQLException {
        try (Connection connection = DriverManager.getConnection(database); Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE items (name VARCHAR, stock INT, price DECIMAL(9, 2), note VARCHAR, picture BLOB)");
            statement.execute("INSERT INTO items VALUES ('bolt', 7, 0.25, NULL, X'00ff10'), ('nut', NULL, 0.05, 'new', NULL),"
                    + " ('screw', 3, 0.10, 'last', X'01')");
            statement.execute("CREATE TABLE sold (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR UNIQUE, at TIMESTAMP)");
        }
    }

    private void serve(HttpExchange exchange) throws IOException {
        byte[] body;
        try (Connection connection = DriverManager.getConnection(database)) {
            body = answer(connection, database, exchange.getRequestURI().getPath()).getBytes(StandardCharsets.UTF_8);
        } catch (SQLException e) {
            body = ("failed " + e.getMessage()).getBytes(StandardCharsets.UTF_8);
        }
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static String answer(Connection connection, String database, String path) throws SQLException, IOException {
        StringBuilder said = new StringBuilder();
        switch (path) {
            case "/list":
                try (PreparedStatement statement = connection.prepareStatement(ITEMS)) {
                    statement.setInt(1, 1);
                    try (ResultSet found = statement.executeQuery()) {
                        while (found.next()) {
                            said.append(found.getString("name")).append(' ');
                            said.append(found.getInt("stock")).append(' ');
                            said.append(found.getBigDecimal("price")).append('\n');
                        }
                    }
                }
                break;
            case "/nulls":
                try (Statement statement = connection.createStatement();
                        ResultSet found = statement.executeQuery("SELECT name, stock, note FROM items ORDER BY name")) {
                    while (found.next()) {
                        int stock = found.getInt("stock");
                        said.append(found.wasNull() ? "none" : "" + stock);
                        String note = found.getString("note");
                        said.append(found.wasNull() ? " none\n" : " " + note + "\n");
                    }
                }
                break;
            case "/columns":
                try (Statement statement = connection.createStatement();
                        ResultSet found = statement.executeQuery("SELECT * FROM items")) {
                    ResultSetMetaData columns = found.getMetaData();
                    for (int i = 1; i <= columns.getColumnCount(); i++) {
                        said.append(columns.getColumnLabel(i)).append(' ').append(columns.getColumnTypeName(i)).append('\n');
                    }
                }
                break;
            case "/picture":
                try (Statement statement = connection.createStatement();
                        ResultSet found = statement.executeQuery("SELECT picture FROM items WHERE name = 'bolt'")) {
                    found.next();
                    said.append(found.getBinaryStream(1).readAllBytes().length);
                }
                break;
            case "/scroll":
                try (Statement statement =
                                connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY);
                        ResultSet found = statement.executeQuery("SELECT name FROM items ORDER BY name")) {
                    found.last();
                    said.append(found.getRow()).append(found.getString(1));
                    found.absolute(1);
                    said.append(found.getString(1)).append(found.previous());
                }
                break;
            case "/between":
                try (PreparedStatement statement = connection.prepareStatement(BETWEEN)) {
                    statement.setInt(1, 1);
                    statement.setLong(2, 5);
                    said.append(statement.execute());
                    try (ResultSet found = statement.getResultSet()) {
                        while (found.next()) {
                            said.append(' ').append(found.getString(1)).append(found.getStatement() == statement);
                        }
                    }
                    said.append(statement.getMoreResults()).append(statement.getUpdateCount());
                    said.append(statement.getConnection() == connection).append(statement.getWarnings());
                }
                break;
            case "/sell":
                said.append(connection.getAutoCommit());
                connection.setAutoCommit(false);
                try (PreparedStatement statement = connection.prepareStatement(
                        "INSERT INTO sold (name, at) VALUES (?, ?)", Statement.RETURN_GENERATED_KEYS)) {
                    statement.setString(1, "bolt");
                    statement.setTimestamp(2, new Timestamp(1000));
                    said.append(statement.executeUpdate());
                    try (ResultSet keys = statement.getGeneratedKeys()) {
                        keys.next();
                        said.append(keys.getInt(1));
                    }
                    // The same again, which is one too many.
                    try {
                        said.append(statement.executeUpdate());
                    } catch (SQLException e) {
                        said.append(e.getErrorCode());
                    }
                }
                connection.commit();
                break;
            case "/prices":
                try (PreparedStatement statement = connection.prepareStatement("UPDATE items SET price = ? WHERE name = ?")) {
                    for (String name : new String[] {"bolt", "nail", "screw"}) {
                        statement.setBigDecimal(1, new BigDecimal(name.equals("bolt") ? "0.25" : "0.10"));
                        statement.setString(2, name);
                        statement.addBatch();
                    }
                    said.append(Arrays.toString(statement.executeBatch()));
                }
                break;
            case "/call":
                try (CallableStatement statement = connection.prepareCall("{? = CALL ABS(?)}")) {
                    statement.registerOutParameter(1, Types.INTEGER);
                    statement.setInt(2, -5);
                    statement.execute();
                    said.append(statement.getInt(1)).append(statement.wasNull());
                }
                break;
            case "/task":
                try (PreparedStatement statement = connection.prepareStatement(BETWEEN)) {
                    statement.setInt(1, 3);
                    statement.setInt(2, 3);
                    said.append(CompletableFuture.supplyAsync(() -> first(statement)).join());
                    statement.setInt(2, 9);
                    said.append(first(statement));
                }
                break;
            case "/two":
                try (Connection other = DriverManager.getConnection(database);
                        PreparedStatement statement = connection.prepareStatement(BETWEEN)) {
                    statement.setInt(1, 7);
                    statement.setInt(2, 7);
                    said.append(first(statement)).append(other.isReadOnly());
                }
                break;
            case "/wrong":
                try (PreparedStatement statement = connection.prepareStatement("SELECT name FROM nowhere")) {
                    said.append(first(statement));
                }
                break;
            default:
                try (Statement statement = connection.createStatement();
                        ResultSet found = statement.executeQuery("SELECT name FROM items WHERE name = 'nail'")) {
                    said.append(found.next());
                    said.append(found.getString(1));
                }
        }
        return said.toString();
    }

    private static String first(PreparedStatement statement) {
        try (ResultSet found = statement.executeQuery()) {
            return found.next() ? found.getString(1) : "none";
        } catch (SQLException e) {
            return "failed " + e.getErrorCode();
        }
    }
}
