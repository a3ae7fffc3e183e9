package shop;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import jakarta.servlet.http.HttpServlet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import shop.customers.Customers;
import shop.db.Schema;
import shop.orders.OrderDesk;
import shop.orders.QuoteDesk;
import shop.rates.RateClient;
import shop.stats.Counters;
import shop.stock.Catalog;
import shop.stock.StockRoom;
import shop.web.CustomersServlet;
import shop.web.HealthServlet;
import shop.web.OrdersServlet;
import shop.web.ProductsServlet;
import shop.web.QuoteServlet;
import shop.web.RatesServlet;
import shop.web.StatsServlet;

/** Starts the shop: opens the database, fills the caches, then listens. */
public final class Main {
    // A logger is collected, with its level, unless something holds on to it.
    private static final Logger ROOT = Logger.getLogger("");
    private static final Logger TOMCAT = Logger.getLogger("org.apache");
    private static final Logger POOL = Logger.getLogger("com.zaxxer");

    private Main() {}

    public static void main(String[] args) throws IOException, SQLException, LifecycleException {
        configureLogging();
        Counters.start();

        HikariDataSource db = openDatabase();
        Schema.prepare(db);
        Catalog catalog = new Catalog(db);
        catalog.loadPrices();
        StockRoom stock = new StockRoom(db);
        RateClient rates = new RateClient(Settings.ratesUrl());
        QuoteDesk quotes = new QuoteDesk(catalog, stock, rates);

        Path scratch = Files.createTempDirectory("shop");
        Tomcat tomcat = listen(Settings.port(), scratch);
        Context context = tomcat.addContext("", null);
        serve(context, "/health", new HealthServlet());
        serve(context, "/products/*", new ProductsServlet(catalog));
        serve(context, "/quote", new QuoteServlet(quotes));
        serve(context, "/rates/*", new RatesServlet(rates));
        serve(context, "/orders/*", new OrdersServlet(new OrderDesk(db, catalog, stock)));
        serve(context, "/customers/*", new CustomersServlet(new Customers(db)));
        serve(context, "/stats", new StatsServlet(catalog));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(tomcat, quotes, db, scratch), "shop-stop"));
        tomcat.start();

        System.out.println("shop ready on http://127.0.0.1:" + tomcat.getConnector().getLocalPort());
        tomcat.getServer().await();
    }

    private static HikariDataSource openDatabase() {
        HikariConfig config = new HikariConfig();
        config.setPoolName("shop");
        config.setJdbcUrl(Settings.databaseUrl());
        config.setUsername("sa");
        config.setPassword("");
        config.setMaximumPoolSize(Settings.poolSize());
        return new HikariDataSource(config);
    }

    private static Tomcat listen(int port, Path scratch) {
        Tomcat tomcat = new Tomcat();
        // Of two shops that are given one directory, as in replay, each has its own part of it.
        tomcat.setBaseDir(scratch.resolve("port-" + port).toString());
        Connector connector = new Connector();
        connector.setPort(port);
        // A port that is taken is the end, not a shop that nobody can reach.
        connector.setThrowOnFailure(true);
        connector.setProperty("address", "127.0.0.1");
        connector.setProperty("maxThreads", "32");
        connector.setProperty("maxKeepAliveRequests", "-1");
        tomcat.setConnector(connector);
        return tomcat;
    }

    private static void serve(Context context, String path, HttpServlet servlet) {
        String name = servlet.getClass().getSimpleName();
        // Loaded at start, so that the first request finds everything as the last one does.
        Tomcat.addServlet(context, name, servlet).setLoadOnStartup(1);
        context.addServletMappingDecoded(path, name);
    }

    private static void stop(Tomcat tomcat, QuoteDesk quotes, HikariDataSource db, Path scratch) {
        try {
            tomcat.stop();
            tomcat.destroy();
        } catch (LifecycleException e) {
            System.err.println("shop did not stop cleanly: " + e.getMessage());
        }
        quotes.close();
        db.close();
        try (Stream<Path> files = Files.walk(scratch)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            System.err.println("shop left " + scratch + " behind: " + e.getMessage());
        }
    }

    private static void configureLogging() {
        if (System.getProperty("java.util.logging.SimpleFormatter.format") == null) {
            System.setProperty("java.util.logging.SimpleFormatter.format", "%1$tF %1$tT.%1$tL %4$s %3$s: %5$s%6$s%n");
        }
        ROOT.setLevel(Level.parse(Settings.logLevel()));
        TOMCAT.setLevel(Level.WARNING);
        POOL.setLevel(Level.WARNING);
    }
}
