package shop.customers;

import java.util.UUID;

/** What a new customer is given. */
public record Welcome(int id, UUID token, String voucher) {}
