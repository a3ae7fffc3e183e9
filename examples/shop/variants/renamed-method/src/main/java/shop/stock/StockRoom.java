package shop.stock;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import shop.ShopException;

/** How much of each product is on hand. */
public final class StockRoom {
    private final DataSource db;

    public StockRoom(DataSource db) {
        this.db = db;
    }

    public int available(int product) throws SQLException {
        try (Connection c = db.getConnection();
                PreparedStatement query = c.prepareStatement("SELECT on_hand FROM stock WHERE product_id = ?")) {
            query.setInt(1, product);
            try (ResultSet rs = query.executeQuery()) {
                return rs.next() ? rs.getInt("on_hand") : 0;
            }
        }
    }

    /** Takes goods off the shelf within the caller's transaction. */
    public void take(Connection c, int product, int quantity) throws SQLException {
        try (PreparedStatement update = c.prepareStatement(
                "UPDATE stock SET on_hand = on_hand - ? WHERE product_id = ? AND on_hand >= ?")) {
            update.setInt(1, quantity);
            update.setInt(2, product);
            update.setInt(3, quantity);
            if (update.executeUpdate() == 0) {
                throw ShopException.conflict("sold-out", "fewer than " + quantity + " left of product " + product);
            }
        }
    }
}
