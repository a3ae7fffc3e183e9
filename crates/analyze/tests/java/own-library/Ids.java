package own.library;

/** A library that nobody knows. */
public class Ids {
    public long next() {
        return 1;
    }

    public String nextText(String start) {
        return start;
    }

    public static long now() {
        return 2;
    }

    public static class Random extends Ids {
        @Override
        public long next() {
            return 3;
        }
    }
}
