package java.lang;

/** Reads the CBOR that the agent hands over. */
final class RetakeReader {
    static final int INTEGER = 0;
    static final int OCTETS = 2;
    static final int TEXT = 3;
    static final int ARRAY = 4;
    static final int MAP = 5;
    static final int TAG = 6;
    static final int TRUTH = 7;
    static final int NOTHING = 8;
    static final int NUMBER = 9;
    static final int END = 10;

    private final byte[] bytes;
    private int at;
    /** The number, length or tag of the item last read; -1 for an array or map of unknown length. */
    long value;
    double number;

    RetakeReader(byte[] bytes, int at) {
        this.bytes = bytes;
        this.at = at;
    }

    /** Whether everything is read. */
    boolean isEnd() {
        return at == bytes.length;
    }

    /** Whether the next item is nothing; it is not read. */
    boolean isNothing() {
        return (bytes[at] & 0xff) == 0xf6;
    }

    /** Reads the head of the next item and says what it is. */
    int next() {
        int head = bytes[at++] & 0xff;
        int info = head & 31;
        switch (head >> 5) {
            case 0:
                value = argument(info);
                return INTEGER;
            case 1:
                value = ~argument(info);
                return INTEGER;
            case 2:
                value = argument(info);
                return OCTETS;
            case 3:
                value = argument(info);
                return TEXT;
            case 4:
                value = info == 31 ? -1 : argument(info);
                return ARRAY;
            case 5:
                value = info == 31 ? -1 : argument(info);
                return MAP;
            case 6:
                value = argument(info);
                return TAG;
            default:
                if (info == 20 || info == 21) {
                    value = info - 20;
                    return TRUTH;
                }
                if (info == 27) {
                    number = Double.longBitsToDouble(argument(info));
                    return NUMBER;
                }
                if (info == 31) {
                    return END;
                }
                if (info == 22) {
                    return NOTHING;
                }
                throw new IllegalArgumentException("an unknown kind of item");
        }
    }

    private long argument(int info) {
        if (info < 24) {
            return info;
        }
        long sum = 0;
        for (int width = 1 << info - 24; width > 0; width--) {
            sum = sum << 8 | bytes[at++] & 0xff;
        }
        return sum;
    }

    /** Whether the array or map that is being read ends here; passes over the end. */
    boolean ended() {
        if ((bytes[at] & 0xff) == 0xff) {
            at++;
            return true;
        }
        return false;
    }

    byte[] octets() {
        byte[] taken = new byte[(int) value];
        System.arraycopy(bytes, at, taken, 0, taken.length);
        at += taken.length;
        return taken;
    }

    String text() {
        String text = new String(bytes, at, (int) value, java.nio.charset.StandardCharsets.UTF_8);
        at += (int) value;
        return text;
    }

    String expectText() {
        if (next() != TEXT) {
            throw new IllegalArgumentException("text was expected");
        }
        return text();
    }

    int expectArray() {
        if (next() != ARRAY) {
            throw new IllegalArgumentException("an array was expected");
        }
        return (int) value;
    }

    String expectTextOrNothing() {
        if (isNothing()) {
            next();
            return null;
        }
        return expectText();
    }

    long expectLong() {
        expectInteger();
        return value;
    }

    int expectInteger() {
        if (next() != INTEGER) {
            throw new IllegalArgumentException("a number was expected");
        }
        return (int) value;
    }
}
