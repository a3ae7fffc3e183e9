package java.lang;

/** Which requests are chosen, as tables say. Ends with an exception where that is not so. */
public final class RetakeChoices {
    private RetakeChoices() {}

    public static void main(String[] arguments) {
        patterns();
        times();
        shares();
        rates();
        System.out.println("all as expected");
    }

    private static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    private static RetakeReader sample(String method, String pattern, long share, long interval) {
        RetakeBuffer out = new RetakeBuffer(64);
        out.array(4);
        for (String text : new String[] {method, pattern}) {
            if (text == null) {
                out.nothing();
            } else {
                out.name(text);
            }
        }
        out.integer(share);
        out.integer(interval);
        return new RetakeReader(out.bytes, 0);
    }

    private static void patterns() {
        // Method and pattern of the entry; method and path of the request, or only a name; whether it is meant.
        Object[][] table = {
            {null, "/orders", "GET", "/orders", true},
            {null, "/orders", "GET", "/orders/", false},
            {"GET", "/orders/*", "GET", "/orders/17", true},
            {"GET", "/orders/*", "POST", "/orders/17", false},
            {"GET", "/orders/*", "GET", "/orders/17/lines", false},
            {"GET", "/orders/**", "GET", "/orders/17/lines", true},
            {null, "/*/lines", "GET", "/17/lines", true},
            {null, "/**/lines", "GET", "/a/b/lines", true},
            {null, "/**/lines", "GET", "/a/b/line", false},
            {null, "/a*b*c", "GET", "/aXbYbZc", true},
            {null, "/**", null, "shop.Orders.find", false},
            {null, "shop.Orders.find", null, "shop.Orders.find", true},
            {null, "shop.*.find", null, "shop.Orders.find", true},
            {null, "shop.*.find", null, "shop.a.Orders.find", false},
            {null, "shop.**", null, "shop.a.Orders.find", true},
            {null, "shop.**", "GET", "/shop.a", false},
        };
        for (Object[] row : table) {
            RetakeSample sample = new RetakeSample(sample((String) row[0], (String) row[1], RetakeSample.ALL, 0));
            check(sample.means((String) row[2], (String) row[3]) == (Boolean) row[4], java.util.Arrays.toString(row));
        }
    }

    private static RetakeWindows windows(String zone, int... numbers) {
        RetakeBuffer out = new RetakeBuffer(64);
        out.name(zone);
        out.array(numbers.length / 3);
        for (int i = 0; i < numbers.length; i++) {
            if (i % 3 == 0) {
                out.array(3);
            }
            out.integer(numbers[i]);
        }
        return RetakeWindows.read(new RetakeReader(out.bytes, 0));
    }

    private static void times() {
        int weekdays = 0x1f;
        int saturday = 0x20;
        // Nine to half past five on weekdays, and from ten at night on Saturdays to two.
        RetakeWindows berlin = windows("Europe/Berlin", weekdays, 540, 1050, saturday, 1320, 120);
        Object[][] table = {
            {"2026-01-05T07:59:59Z", false}, // a Monday; it is one hour later in Berlin
            {"2026-01-05T08:00:00Z", true},
            {"2026-01-05T16:29:59Z", true},
            {"2026-01-05T16:30:00Z", false},
            {"2026-07-06T06:59:59Z", false}, // two hours in summer
            {"2026-07-06T07:00:00Z", true},
            {"2026-01-10T10:00:00Z", false}, // a Saturday
            {"2026-01-10T21:00:00Z", true},
            {"2026-01-11T00:59:00Z", true}, // the Sunday behind it
            {"2026-01-11T01:00:00Z", false},
            {"2026-01-11T21:00:00Z", false},
            {"1969-12-29T08:00:00Z", true}, // a Monday before time began
        };
        for (Object[] row : table) {
            long ms = java.time.Instant.parse((String) row[0]).toEpochMilli();
            check(berlin.isOpen(ms) == (Boolean) row[1], (String) row[0]);
            check(berlin.isOpen(ms) == (Boolean) row[1], "the same again");
        }
        check(windows("UTC") == null, "no window is none");
    }

    private static void shares() {
        int count = 100_000;
        for (double share : new double[] {0, 0.001, 0.1, 0.5, 0.9, 1}) {
            RetakeSample one = new RetakeSample(sample(null, null, (long) (share * RetakeSample.ALL), 0));
            RetakeSample other = new RetakeSample(sample(null, null, (long) (share * RetakeSample.ALL), 0));
            int taken = 0;
            // Of two kinds of requests that take turns, each has its share.
            int even = 0;
            for (int i = 0; i < count; i++) {
                boolean takes = one.takes(null);
                check(takes == other.takes(null), "the same requests in the same order");
                taken += takes ? 1 : 0;
                even += takes && i % 2 == 0 ? 1 : 0;
            }
            double far = 4.5 * Math.sqrt(count * share * (1 - share));
            check(Math.abs(taken - count * share) <= far, share + ": " + taken);
            check(Math.abs(even - count / 2 * share) <= far, share + ", every other: " + even);
        }
    }

    private static void rates() {
        // So seldom that the test is over before the next one is due.
        RetakeSample rare = new RetakeSample(sample(null, null, RetakeSample.ALL, 3_600_000_000_000L));
        String[] entries = {"GET /a", "GET /b", "POST /a", "GET /a/1", "GET /c/1/x"};
        for (String entry : entries) {
            check(rare.takes(entry), entry + " is an entry of its own");
        }
        String[] same = {"GET /a", "GET /a/2", "GET /c/77/x"};
        for (String entry : same) {
            // One more may come at once, because the first was due long ago.
            rare.takes(entry);
            check(!rare.takes(entry), entry + " was seen");
        }
        int others = 0;
        for (int i = 0; i < 5000; i++) {
            StringBuilder name = new StringBuilder("GET /");
            for (int n = i; n > 0; n /= 26) {
                name.append((char) ('a' + n % 26));
            }
            others += rare.takes(name.append("-x").toString()) ? 1 : 0;
        }
        check(others > 900 && others <= 1026, "what is kept has an end: " + others);
    }
}
