package shop.orders;

import java.util.SortedMap;

/** What a customer asks for: how many of which product, under a reference that the customer chose. */
public record OrderRequest(int customer, String reference, String coupon, boolean gold,
        SortedMap<Integer, Integer> quantities) {}
