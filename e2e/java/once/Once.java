package once;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.SimpleJdbcInsert;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.support.SQLErrorCodeSQLExceptionTranslator;
import org.springframework.transaction.support.TransactionTemplate;

/** A service in which Spring does something once for the whole process, when the first request needs it. */
public final class Once {
    /** Made when somebody first asks for it. */
    public static final class Stock {
        private final int first;

        public Stock(JdbcTemplate template) {
            first = template.queryForObject("SELECT COUNT(*) FROM item", Integer.class);
        }
    }

    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    private final JdbcTemplate template;
    private final TransactionTemplate transactions;
    private final SimpleJdbcInsert insert;

    private Once(DataSource source) {
        template = new JdbcTemplate(source);
        // As MyBatis does it: the database is asked what its errors mean when the first one is there.
        template.setExceptionTranslator((task, sql, thrown) ->
                new SQLErrorCodeSQLExceptionTranslator(source).translate(task, sql, thrown));
        transactions = new TransactionTemplate(new DataSourceTransactionManager(source));
        insert = new SimpleJdbcInsert(source).withTableName("item");
        context.registerBean(JdbcTemplate.class, () -> template);
        context.registerBean(Stock.class, definition -> definition.setLazyInit(true));
        context.refresh();
    }

    public static void main(String[] arguments) throws IOException {
        DataSource source = JdbcConnectionPool.create("jdbc:h2:mem:once;DB_CLOSE_DELAY=-1", "sa", "");
        Once once = new Once(source);
        once.template.execute("CREATE TABLE item (id INT PRIMARY KEY, name VARCHAR(20))");
        once.template.update("INSERT INTO item VALUES (7, 'bolt')");
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])), 64);
        server.createContext("/", exchange -> {
            byte[] body = once.answer(exchange).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        System.out.println("once ready on http://127.0.0.1:" + server.getAddress().getPort());
    }

    private String answer(HttpExchange exchange) {
        int round = Integer.parseInt(exchange.getRequestURI().getQuery());
        switch (exchange.getRequestURI().getPath()) {
            case "/twice":
                return transactions.execute(status -> again() + ", " + count());
            case "/insert":
                insert.execute(Map.of("ID", 10 + round, "NAME", "nut"));
                return "item " + count();
            default:
                return context.getBean(Stock.class).first + " at first, now " + count();
        }
    }

    /** Puts in what is there already. */
    private String again() {
        try {
            template.update("INSERT INTO item VALUES (7, 'screw')");
            return "new";
        } catch (DataAccessException e) {
            return e.getClass().getSimpleName();
        }
    }

    private int count() {
        return template.queryForObject("SELECT COUNT(*) FROM item", Integer.class);
    }
}
