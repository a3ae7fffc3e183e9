package rows;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Executors;

/** A service that reads what a database has, in the ways in which result sets are read. */
public final class Rows {
    private static final String ITEMS = "SELECT name, stock, price, note FROM items WHERE stock >= ? ORDER BY name";

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
        }
    }

    private void serve(HttpExchange exchange) throws IOException {
        byte[] body;
        try (Connection connection = DriverManager.getConnection(database)) {
            body = answer(connection, exchange.getRequestURI().getPath()).getBytes(StandardCharsets.UTF_8);
        } catch (SQLException e) {
            body = ("failed " + e.getMessage()).getBytes(StandardCharsets.UTF_8);
        }
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static String answer(Connection connection, String path) throws SQLException, IOException {
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
            default:
                try (Statement statement = connection.createStatement();
                        ResultSet found = statement.executeQuery("SELECT name FROM items WHERE name = 'nail'")) {
                    said.append(found.next());
                    said.append(found.getString(1));
                }
        }
        return said.toString();
    }
}
