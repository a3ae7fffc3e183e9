package backends;

import com.github.fppt.jedismock.RedisServer;
import java.io.IOException;
import java.net.InetAddress;
import java.sql.SQLException;
import org.h2.tools.Server;

/**
 * A database, a Redis and the warehouse in one process, for who has nothing but a JDK:
 * {@code java -jar backends.jar [--warehouse-only]}. Each picks a free port and says which when it is ready.
 */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws IOException, SQLException {
        if (args.length == 0) {
            startDatabase();
            startRedis();
        } else if (args.length != 1 || !args[0].equals("--warehouse-only")) {
            System.err.println("usage: java -jar backends.jar [--warehouse-only]");
            System.exit(2);
        }
        System.out.println("warehouse ready on http://127.0.0.1:" + Warehouse.start());
    }

    private static void startDatabase() throws SQLException {
        System.setProperty("h2.bindAddress", "127.0.0.1");
        Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        System.out.println("database ready on 127.0.0.1:" + server.getPort());
    }

    private static void startRedis() throws IOException {
        RedisServer server = RedisServer.newRedisServer(0, InetAddress.getByName("127.0.0.1")).start();
        System.out.println("redis ready on 127.0.0.1:" + server.getBindPort());
    }
}
