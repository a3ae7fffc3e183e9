package shop.shipping;

import java.time.LocalDate;

/** When goods arrive. */
public final class Delivery {
    private static final int PARCEL_DAYS = 2;
    private static final int FREIGHT_DAYS = 6;

    private Delivery() {}

    public static LocalDate date(boolean heavy) {
        return LocalDate.now().plusDays(heavy ? FREIGHT_DAYS : PARCEL_DAYS);
    }
}
