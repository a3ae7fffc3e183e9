package own;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import own.library.Ids;

/** A suite of taint tests as others write them: methods of its own are the sources and the sinks. */
class Suite {
    static class Taint {
        static String source() {
            return "secret";
        }

        static void fill(byte[] bytes) {}

        static void sink(String first, Object second) {}

        void leak(Object it) {}

        static String clean(String text) {
            return text.trim();
        }
    }

    void direct() {
        Taint.sink("", Taint.source());
    }

    void firstArgument() {
        Taint.sink(Taint.source(), "");
    }

    void cleaned() {
        Taint.sink("", Taint.clean(Taint.source()));
    }

    void lists() {
        List<String> list = new ArrayList<>();
        list.add(Taint.source());
        Taint.sink("", list.get(0));
    }

    void filled() {
        byte[] bytes = new byte[8];
        Taint.fill(bytes);
        new Taint().leak(bytes);
    }

    String field;

    void store() {
        field = Taint.source();
    }

    void handed(Optional<String> given) {
        Taint.sink("", given.orElseGet(Taint::source));
    }

    void load() {
        Taint.sink("", field);
        new Taint().leak(field);
    }

    boolean branch() {
        return Taint.source().isEmpty();
    }

    long clock() {
        return System.currentTimeMillis();
    }

    /** Calls of a library that are on the list, whatever becomes of them. */
    void listed(Ids ids) {
        ids.next();
        ids.nextText("a");
        new Ids.Random().next();
        Ids.now();
        new Ids.Random();
    }

    void listedByReference(Ids ids, List<String> texts) {
        texts.replaceAll(ids::nextText);
    }

    interface Prices {
        int of(String product);
    }

    static class Fixed implements Prices {
        public int of(String product) {
            return 1;
        }

        public int other() {
            return 2;
        }
    }

    int prices(Prices prices) {
        return prices.of("x");
    }
}
