package library;

import java.util.function.Supplier;

/** A library: its classes are targets, its calls are not told. */
public class Library {
    public interface Codec {
        String encode(String text);

        default String twice(String text) {
            return encode(encode(text));
        }
    }

    public static class Plain implements Codec {
        public String encode(String text) {
            return text;
        }
    }

    /** Nobody makes one. */
    public static class Unused implements Codec {
        public String encode(String text) {
            return text + text;
        }
    }

    public static class Base {
        public String name() {
            return helper();
        }

        private String helper() {
            return "base";
        }

        void hidden() {}
    }

    public static Codec plain() {
        return new Plain();
    }

    public static Codec reversing() {
        return text -> new StringBuilder(text).reverse().toString();
    }

    public static String ask(Supplier<String> supplier) {
        return supplier.get();
    }
}
