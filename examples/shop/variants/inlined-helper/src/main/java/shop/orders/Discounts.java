package shop.orders;

import java.time.LocalTime;
import java.util.concurrent.ThreadLocalRandom;

/** Who pays less, and when. */
public final class Discounts {
    private Discounts() {}

    /** The discount in percent: by the hour, by luck, and for gold members. */
    public static int percent(boolean gold) {
        int percent = gold ? 10 : 0;
        int hour = LocalTime.now().getHour();
        if (hour < 9) {
            percent += 5;
        } else if (hour >= 17) {
            percent += 3;
        }
        // One order in four wins up to nine percent.
        ThreadLocalRandom chance = ThreadLocalRandom.current();
        if (chance.nextInt(4) == 0) {
            percent += 1 + chance.nextInt(9);
        }
        return percent;
    }
}
