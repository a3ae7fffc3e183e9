package effects;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import javax.sql.DataSource;

/** What a method that is answered as a whole would have changed. */
class Effects {
    static int opened;
    static final List<String> LOG = new ArrayList<>();

    // The paper's Figure 9: a field of an argument, besides the result.
    static final class SomeClass {
        int someField;
        final List<String> names = new ArrayList<>();

        List<String> names() {
            return names;
        }
    }

    abstract static class Figure9 implements java.sql.Driver {
        @Override
        public Connection connect(String url, Properties properties) {
            properties.setProperty("seen", url);
            return null;
        }
    }

    abstract static class Fields implements DataSource {
        private int count;
        private final SomeClass some = new SomeClass();

        @Override
        public Connection getConnection() {
            count++;
            touch(some);
            opened++;
            return null;
        }

        private static void touch(SomeClass some) {
            some.someField = 1;
        }
    }

    abstract static class Behind implements DataSource {
        private final SomeClass some = new SomeClass();

        @Override
        public Connection getConnection() {
            some.names().add("a");
            log("a");
            return null;
        }

        private static void log(String line) {
            LOG.add(line);
        }
    }

    // A circle of calls, in which each method changes what all of them change, and which is handed one object of its own.
    abstract static class Ring implements DataSource {
        private int rounds;
        private final SomeClass some = new SomeClass();

        @Override
        public Connection getConnection() {
            down(3, this, new SomeClass());
            return null;
        }

        private static void down(int left, Ring ring, SomeClass own) {
            if (left > 0) {
                up(own, ring, left - 1);
            }
            ring.rounds++;
        }

        private static void up(SomeClass own, Ring ring, int left) {
            own.someField = left;
            ring.some.names().add("c");
            down(left, ring, own);
        }
    }

    // What it makes itself is nobody else's.
    abstract static class Nothing implements DataSource {
        @Override
        public Connection getConnection() {
            SomeClass own = new SomeClass();
            own.someField = 2;
            own.names().add("b");
            int[] numbers = new int[3];
            numbers[0] = own.someField;
            return null;
        }
    }
}
