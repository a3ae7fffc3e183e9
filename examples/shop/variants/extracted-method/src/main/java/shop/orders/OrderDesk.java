package shop.orders;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.logging.Logger;
import javax.sql.DataSource;
import shop.ShopException;
import shop.stats.Counters;
import shop.stock.Catalog;
import shop.stock.Product;
import shop.stock.StockRoom;

/** Takes orders and finds them again. */
public final class OrderDesk {
    private static final Logger LOG = Logger.getLogger(OrderDesk.class.getName());
    private static final String DUPLICATE_KEY = "23505";
    private static final String NO_PARENT_ROW = "23506";

    private final DataSource db;
    private final Catalog catalog;
    private final StockRoom stock;

    public OrderDesk(DataSource db, Catalog catalog, StockRoom stock) {
        this.db = db;
        this.catalog = catalog;
        this.stock = stock;
    }

    public Receipt place(OrderRequest request) {
        List<Line> lines = new ArrayList<>();
        BigDecimal sum = BigDecimal.ZERO;
        boolean heavy = false;
        for (Map.Entry<Integer, Integer> wanted : request.quantities().entrySet()) {
            Product product = catalog.product(wanted.getKey());
            Line line = new Line(product.id(), product.name(), wanted.getValue(), catalog.price(product.id()));
            lines.add(line);
            sum = sum.add(line.sum());
            heavy |= product.isHeavy();
        }
        UUID id = UUID.randomUUID();
        int discount = Discounts.percent(request.gold());
        BigDecimal total = Money.less(sum, discount);
        LocalDate deliverOn = Delivery.date(heavy);
        Instant placedAt = Instant.now().truncatedTo(ChronoUnit.MILLIS);

        int number = store(request, id, total, placedAt, deliverOn, lines);
        long sequence = Counters.orderPlaced();
        LOG.info("order " + number + " placed, " + sequence + " since start");
        return new Receipt(number, id, sequence, total, discount, placedAt, deliverOn);
    }

    private int store(OrderRequest request, UUID id, BigDecimal total, Instant placedAt, LocalDate deliverOn,
            List<Line> lines) {
        try (Connection c = db.getConnection()) {
            c.setAutoCommit(false);
            try {
                int number = insertOrder(c, request, id, total, placedAt, deliverOn);
                takeStock(c, lines);
                insertLines(c, number, lines);
                audit(c, number, "placed by customer " + request.customer());
                c.commit();
                return number;
            } catch (SQLException | ShopException e) {
                c.rollback();
                throw e;
            }
        } catch (SQLException e) {
            if (DUPLICATE_KEY.equals(e.getSQLState())) {
                throw ShopException.conflict("duplicate", "reference " + request.reference() + " was used before");
            }
            if (NO_PARENT_ROW.equals(e.getSQLState())) {
                throw ShopException.notFound("no customer " + request.customer());
            }
            throw ShopException.unavailable(e);
        }
    }

    /** The lines are in the order of their products, so that two orders cannot wait for each other. */
    private void takeStock(Connection c, List<Line> lines) throws SQLException {
        for (Line line : lines) {
            stock.take(c, line.product(), line.quantity());
        }
    }

    private static int insertOrder(Connection c, OrderRequest request, UUID id, BigDecimal total, Instant placedAt,
            LocalDate deliverOn) throws SQLException {
        String sql = "INSERT INTO orders (id, client_ref, customer_id, coupon, total, placed_at, deliver_on)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?)";
        try (PreparedStatement insert = c.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
            insert.setString(1, id.toString());
            insert.setString(2, request.reference());
            insert.setInt(3, request.customer());
            insert.setString(4, request.coupon());
            insert.setBigDecimal(5, total);
            insert.setObject(6, OffsetDateTime.ofInstant(placedAt, ZoneOffset.UTC));
            insert.setDate(7, Date.valueOf(deliverOn));
            insert.executeUpdate();
            try (ResultSet keys = insert.getGeneratedKeys()) {
                keys.next();
                return keys.getInt(1);
            }
        }
    }

    private static void insertLines(Connection c, int number, List<Line> lines) throws SQLException {
        String sql = "INSERT INTO order_line (order_number, line, product_id, quantity, unit_price)"
                + " VALUES (?, ?, ?, ?, ?)";
        try (PreparedStatement insert = c.prepareStatement(sql)) {
            int position = 0;
            for (Line line : lines) {
                position++;
                insert.setInt(1, number);
                insert.setInt(2, position);
                insert.setInt(3, line.product());
                insert.setInt(4, line.quantity());
                insert.setBigDecimal(5, line.unitPrice());
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private static void audit(Connection c, int number, String what) throws SQLException {
        try (PreparedStatement insert = c.prepareStatement(
                "INSERT INTO audit (order_number, what, happened_at) VALUES (?, ?, ?)")) {
            insert.setInt(1, number);
            insert.setString(2, what);
            insert.setTimestamp(3, new Timestamp(System.currentTimeMillis()));
            insert.executeUpdate();
        }
    }

    public Order find(int number) {
        String sql = "SELECT o.id, o.client_ref, o.coupon, o.total, o.placed_at, o.deliver_on, c.name AS customer,"
                + " l.product_id, l.quantity, l.unit_price, p.name FROM orders o"
                + " JOIN customer c ON c.id = o.customer_id"
                + " JOIN order_line l ON l.order_number = o.number"
                + " JOIN product p ON p.id = l.product_id"
                + " WHERE o.number = ? ORDER BY l.line";
        try (Connection c = db.getConnection();
                PreparedStatement query = c.prepareStatement(sql)) {
            query.setInt(1, number);
            try (ResultSet rs = query.executeQuery()) {
                if (!rs.next()) {
                    throw ShopException.notFound("no order " + number);
                }
                List<Line> lines = new ArrayList<>();
                Order order = new Order(number, rs.getString("id"), rs.getString("client_ref"),
                        rs.getString("customer"), rs.getString("coupon"), rs.getBigDecimal("total"),
                        rs.getObject("placed_at", OffsetDateTime.class).toInstant(),
                        rs.getDate("deliver_on").toLocalDate(), lines);
                do {
                    lines.add(new Line(rs.getInt("product_id"), rs.getString("name"), rs.getInt("quantity"),
                            rs.getBigDecimal("unit_price")));
                } while (rs.next());
                return order;
            }
        } catch (SQLException e) {
            throw ShopException.unavailable(e);
        }
    }
}
