package driver;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** What a driver and a pool look like to the hierarchy. */
public class Drivers {
    public abstract static class DriverConnection implements Connection {}

    public static abstract class DriverStatement implements java.sql.Statement {}

    public static abstract class DriverPrepared extends DriverStatement implements PreparedStatement {}

    public static abstract class Pool implements javax.sql.DataSource {
        @Override
        public Connection getConnection() throws SQLException {
            return null;
        }
    }

    public static abstract class Register implements java.sql.Driver {
        @Override
        public Connection connect(String url, java.util.Properties info) throws SQLException {
            return null;
        }
    }
}
