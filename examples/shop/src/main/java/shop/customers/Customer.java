package shop.customers;

import java.sql.Timestamp;

/** A customer. The points are null for those who do not collect any. */
public record Customer(int id, String name, String email, Integer points, Timestamp joinedAt, int orders) {}
