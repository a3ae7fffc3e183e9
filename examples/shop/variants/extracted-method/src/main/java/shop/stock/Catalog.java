package shop.stock;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Logger;
import javax.sql.DataSource;
import shop.ShopException;

/** The goods on offer. Prices are all in memory from the start; products come there when first asked for. */
public final class Catalog {
    private static final Logger LOG = Logger.getLogger(Catalog.class.getName());
    private static final ConcurrentHashMap<Integer, BigDecimal> PRICES = new ConcurrentHashMap<>();
    private static final ConcurrentHashMap<Integer, Product> PRODUCTS = new ConcurrentHashMap<>();

    private final DataSource db;

    public Catalog(DataSource db) {
        this.db = db;
    }

    public void loadPrices() throws SQLException {
        try (Connection c = db.getConnection();
                Statement statement = c.createStatement();
                ResultSet rs = statement.executeQuery("SELECT id, price FROM product ORDER BY id")) {
            while (rs.next()) {
                PRICES.put(rs.getInt("id"), rs.getBigDecimal("price"));
            }
        }
        LOG.info("loaded " + PRICES.size() + " prices");
    }

    public Product product(int id) {
        return PRODUCTS.computeIfAbsent(id, this::load);
    }

    public BigDecimal price(int id) {
        BigDecimal price = PRICES.get(id);
        if (price == null) {
            throw ShopException.notFound("no product " + id);
        }
        return price;
    }

    public int cached() {
        return PRODUCTS.size();
    }

    /** What a category holds, by id; an unknown category is not found. */
    public List<Offer> inCategory(String category) {
        String sql = "SELECT p.id, p.name, p.name_de, p.price, p.weight_grams, c.title FROM product p"
                + " JOIN category c ON c.code = p.category WHERE c.code = ? AND NOT p.retired ORDER BY p.id";
        List<Offer> offers = new ArrayList<>();
        try (Connection c = db.getConnection();
                PreparedStatement query = c.prepareStatement(sql)) {
            query.setString(1, category);
            try (ResultSet rs = query.executeQuery()) {
                while (rs.next()) {
                    offers.add(offer(rs));
                }
            }
        } catch (SQLException e) {
            throw ShopException.unavailable(e);
        }
        if (offers.isEmpty()) {
            throw ShopException.notFound("no category " + category);
        }
        return offers;
    }

    private static Offer offer(ResultSet rs) throws SQLException {
        Product product = new Product(rs.getInt("id"), rs.getString("title"), rs.getString("name"),
                rs.getString("name_de"), rs.getObject("weight_grams", Integer.class));
        return new Offer(product, rs.getBigDecimal("price"));
    }

    /** Changes a price and tells the one before. */
    public BigDecimal changePrice(int id, BigDecimal price) {
        BigDecimal before = price(id);
        try (Connection c = db.getConnection();
                PreparedStatement update = c.prepareStatement("UPDATE product SET price = ? WHERE id = ?")) {
            update.setBigDecimal(1, price);
            update.setInt(2, id);
            update.executeUpdate();
        } catch (SQLException e) {
            throw ShopException.unavailable(e);
        }
        PRICES.put(id, price);
        PRODUCTS.remove(id);
        LOG.info("price of " + id + " is " + price + ", was " + before);
        return before;
    }

    private Product load(int id) {
        String sql = "SELECT category, name, name_de, weight_grams FROM product WHERE id = ?";
        try (Connection c = db.getConnection();
                PreparedStatement query = c.prepareStatement(sql)) {
            query.setInt(1, id);
            try (ResultSet rs = query.executeQuery()) {
                if (!rs.next()) {
                    throw ShopException.notFound("no product " + id);
                }
                return new Product(id, rs.getString(1), rs.getString(2), rs.getString(3),
                        rs.getObject(4, Integer.class));
            }
        } catch (SQLException e) {
            throw ShopException.unavailable(e);
        }
    }
}
