package shop.customers;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.Random;
import java.util.UUID;
import java.util.logging.Logger;
import javax.sql.DataSource;
import shop.ShopException;

/** The customer file. */
public final class Customers {
    private static final Logger LOG = Logger.getLogger(Customers.class.getName());
    private static final String DUPLICATE_KEY = "23505";

    private final DataSource db;

    public Customers(DataSource db) {
        this.db = db;
    }

    public Welcome register(String name, String email) {
        Timestamp joined = new Timestamp(System.currentTimeMillis());
        try (Connection c = db.getConnection();
                PreparedStatement insert = c.prepareStatement(
                        "INSERT INTO customer (name, email, joined_at) VALUES (?, ?, ?)", new String[] {"id"})) {
            insert.setString(1, name);
            insert.setString(2, email);
            insert.setTimestamp(3, joined);
            insert.executeUpdate();
            try (ResultSet keys = insert.getGeneratedKeys()) {
                keys.next();
                int id = keys.getInt("id");
                LOG.fine("welcome to " + name + ", number " + id);
                return new Welcome(id, UUID.randomUUID(), voucher(id, joined));
            }
        } catch (SQLException e) {
            if (DUPLICATE_KEY.equals(e.getSQLState())) {
                throw ShopException.conflict("duplicate", email + " is registered already");
            }
            throw ShopException.unavailable(e);
        }
    }

    public Customer find(int id) {
        String sql = "SELECT c.name, c.email, c.points, c.joined_at, COUNT(o.number) AS orders FROM customer c"
                + " LEFT JOIN orders o ON o.customer_id = c.id WHERE c.id = ?"
                + " GROUP BY c.name, c.email, c.points, c.joined_at";
        try (Connection c = db.getConnection();
                PreparedStatement query = c.prepareStatement(sql)) {
            query.setInt(1, id);
            try (ResultSet rs = query.executeQuery()) {
                if (!rs.next()) {
                    throw ShopException.notFound("no customer " + id);
                }
                int points = rs.getInt("points");
                boolean collects = !rs.wasNull();
                return new Customer(id, rs.getString("name"), rs.getString("email"), collects ? points : null,
                        rs.getTimestamp("joined_at"), rs.getInt("orders"));
            }
        } catch (SQLException e) {
            throw ShopException.unavailable(e);
        }
    }

    /** A code that can be worked out again from the customer and the moment of joining. */
    private static String voucher(int id, Timestamp joined) {
        Random digits = new Random(31L * joined.getTime() + id);
        return String.format("WELCOME-%04d-%04d", digits.nextInt(10_000), digits.nextInt(10_000));
    }
}
