package app;

import java.io.IOException;

/** Single calls of every kind, under handlers of every kind. */
class Calls {
    interface Shape {
        double area(double scale);

        static Shape square(double side) { return scale -> side * side * scale; }

        default String describe() { return "shape of " + area(1); }
    }

    static class Parent {
        String who(int times) { return "parent" + times; }
    }

    static class Child extends Parent implements Shape {
        private final int secret;

        Child(int secret) { this.secret = secret; }

        private long hidden(long x, int y) { return x + y + secret; }

        @Override
        String who(int times) { return "child of " + super.who(times + 1); }

        public double area(double scale) { return scale * hidden(1L << 40, 2); }

        public String describe() { return "a child, " + Shape.super.describe(); }
    }

    static int fail(String why) throws IOException { throw new IOException(why); }

    static int parse(String text) { return Integer.parseInt(text); }

    static void log(String text) { System.out.println("log " + text); }

    static float mix(long a, float b, double c, byte d, boolean e) { return e ? a + b : (float) c + d; }

    /** The stack holds other things while the arguments are computed. */
    static String stacked(long a, int b) { return a + "," + parse("1" + b) * 2L + "," + mix(a, b, 1.5, (byte) 2, b > 1); }

    static String guarded(String text) {
        String state = "start";
        try {
            state = "parsing";
            int number = parse(text);
            state = "failing";
            fail("number " + number);
            return "not here";
        } catch (NumberFormatException e) {
            return state + ": no number";
        } catch (IOException e) {
            return state + ": " + e.getMessage();
        } finally {
            log("finally " + text);
        }
    }

    static int loop(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            if (i == 2) continue;
            sum += i > 3 ? parse("10") : parse("" + i);
        }
        return sum;
    }

    static synchronized int held(Object lock) throws IOException {
        synchronized (lock) {
            return parse("6") + fail("held");
        }
    }

    static long clock() { return System.nanoTime() > 0 ? System.currentTimeMillis() : -1; }

    static void run() throws Exception {
        Child child = new Child(7);
        Shape shape = child;
        System.out.println(child.who(1) + " " + shape.area(0.5) + " " + shape.describe());
        System.out.println(Shape.square(3).area(2));
        System.out.println(stacked(5, 1) + " " + stacked(5, 2));
        System.out.println(guarded("12") + " " + guarded("x"));
        System.out.println(loop(6));
        Main.expect(() -> held("lock"));
        System.out.println(clock() > 0);
        Child none = null;
        Main.expect(() -> none.who(1));
    }
}
