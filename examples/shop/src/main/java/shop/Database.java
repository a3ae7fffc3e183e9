package shop;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.h2.tools.Server;

/** The database in a process of its own: {@code shop.Database --port 9092}. Its data lives as long as it does. */
public final class Database {
    private Database() {}

    public static void main(String[] args) throws SQLException, InterruptedException {
        int port = Arguments.port(args, 9092);
        System.setProperty("h2.bindAddress", "127.0.0.1");
        // The open connection keeps the database in memory while no client is connected.
        try (Connection keeper = DriverManager.getConnection("jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1", "sa", "")) {
            Server server = Server.createTcpServer("-tcpPort", Integer.toString(port)).start();
            System.out.println("database ready on 127.0.0.1:" + server.getPort());
            Thread.currentThread().join();
        }
    }
}
