package sample;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.logging.Logger;
import javax.sql.DataSource;

class Database {
    private final DataSource source;

    Database(DataSource source) {
        this.source = source;
    }

    // Where a pool gives a connection is the point; what the connection is asked is recorded with it.
    String name(int id) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement statement = connection.prepareStatement("select name from t where id = ?")) {
            statement.setInt(1, id);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? rows.getString(1) : null;
            }
        }
    }

    // Asks the database about something that is different every time.
    void touch() throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement statement = connection.prepareStatement("update t set at = ?")) {
            statement.setLong(1, System.currentTimeMillis());
            statement.executeUpdate();
        }
    }

    boolean valid() throws SQLException {
        return DriverManager.getConnection("jdbc:x").isValid(1);
    }
}

class Pool implements DataSource {
    @Override
    public Connection getConnection() throws SQLException {
        return null;
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return null;
    }

    @Override
    public PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() {
        return null;
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        return null;
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
