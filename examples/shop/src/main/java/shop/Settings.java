package shop;

/**
 * What can be set from outside. A setting named {@code db.url} is read from the system property
 * {@code shop.db.url}, else from the environment variable {@code SHOP_DB_URL}, else it has its default.
 */
public final class Settings {
    private Settings() {}

    public static int port() {
        return number("port", 8080);
    }

    public static String databaseUrl() {
        String address = "jdbc:h2:tcp://127.0.0.1:" + number("db.port", 9092);
        return text("db.url", address + "/mem:shop;LOCK_TIMEOUT=10000");
    }

    public static int poolSize() {
        return number("pool.size", 10);
    }

    public static String ratesUrl() {
        return text("rates.url", "http://127.0.0.1:8081");
    }

    public static String adminKey() {
        return text("admin.key", "let-me-in");
    }

    public static String logLevel() {
        return text("log", "INFO");
    }

    private static String text(String name, String otherwise) {
        String value = System.getProperty("shop." + name);
        if (value == null) {
            value = System.getenv("SHOP_" + name.toUpperCase().replace('.', '_'));
        }
        return value == null || value.isBlank() ? otherwise : value.trim();
    }

    private static int number(String name, int otherwise) {
        String value = text(name, Integer.toString(otherwise));
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("setting shop." + name + " must be a number, not '" + value + "'");
        }
    }
}
