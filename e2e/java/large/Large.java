package large;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import javax.sql.rowset.serial.SerialClob;

/** A service that reads large texts of a database, and hands it texts and bytes that it made itself. */
public final class Large {
    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("fill")) {
            try (Connection connection = DriverManager.getConnection(arguments[1]);
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE notes (number INT, text CLOB, picture BLOB)");
                statement.execute("INSERT INTO notes VALUES (1, 'a long story', X'00ff10')");
            }
            return;
        }
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])), 64);
        server.createContext("/", exchange -> serve(exchange, arguments[1]));
        server.start();
        System.out.println("large ready on http://127.0.0.1:" + server.getAddress().getPort());
    }

    private static void serve(HttpExchange exchange, String database) throws IOException {
        byte[] body;
        try (Connection connection = DriverManager.getConnection(database)) {
            String said = exchange.getRequestURI().getPath().equals("/read") ? read(connection) : write(connection);
            body = said.getBytes(StandardCharsets.UTF_8);
        } catch (SQLException e) {
            body = ("failed " + e.getMessage()).getBytes(StandardCharsets.UTF_8);
        }
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    /** What it reads is a handle of the driver, some of whose methods are those of a class that is none. */
    private static String read(Connection connection) throws SQLException, IOException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT text FROM notes WHERE number = 1")) {
            found.next();
            Clob text = found.getClob(1);
            try (BufferedReader reader = new BufferedReader(text.getCharacterStream())) {
                return text.length() + " " + reader.readLine();
            } finally {
                text.free();
            }
        }
    }

    private static String write(Connection connection) throws SQLException, IOException {
        String known = read(connection);
        try (PreparedStatement statement = connection.prepareStatement("UPDATE notes SET text = ?, picture = ? WHERE number = 2")) {
            statement.setClob(1, new SerialClob("a new story".toCharArray()));
            statement.setBlob(2, new Picture(new byte[] {1, 2, 3}));
            return known + ", " + statement.executeUpdate();
        }
    }

    /** A class of this kind that is no driver's, as frameworks have them. */
    private static final class Picture implements Blob {
        private final byte[] bytes;

        Picture(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public long length() {
            return bytes.length;
        }

        @Override
        public byte[] getBytes(long from, int length) {
            return Arrays.copyOfRange(bytes, (int) from - 1, (int) from - 1 + length);
        }

        @Override
        public InputStream getBinaryStream() {
            return new ByteArrayInputStream(bytes);
        }

        @Override
        public InputStream getBinaryStream(long from, long length) {
            return new ByteArrayInputStream(getBytes(from, (int) length));
        }

        @Override
        public long position(byte[] pattern, long from) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long position(Blob pattern, long from) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int setBytes(long from, byte[] bytes) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int setBytes(long from, byte[] bytes, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public OutputStream setBinaryStream(long from) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void truncate(long length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void free() {}
    }
}
