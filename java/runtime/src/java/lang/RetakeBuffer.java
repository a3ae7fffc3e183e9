package java.lang;

import jdk.internal.misc.Unsafe;

/** Writes CBOR (RFC 8949) into a growing array. */
final class RetakeBuffer {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long VALUE = offset("value");
    private static final long CODER = offset("coder");

    private static final byte[] NOTHING = new byte[0];

    private static long offset(String field) {
        try {
            return UNSAFE.objectFieldOffset(String.class.getDeclaredField(field));
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A trace larger than this is given up instead of filling the heap of the service. */
    static final int LIMIT = 16 << 20;
    /** All buffers together may take this much of the service's heap. */
    private static final long BUDGET = 128L << 20;

    private static long taken;

    byte[] bytes;
    int length;
    /** What this buffer took of the budget. */
    private int charged;

    RetakeBuffer(int capacity) {
        bytes = new byte[capacity];
    }

    /** Takes the budget back from buffers that nobody will release. */
    static synchronized void forget() {
        taken = 0;
    }

    private static synchronized boolean charge(int more) {
        if (taken + more > BUDGET) {
            return false;
        }
        taken += more;
        return true;
    }

    /** Gives the memory back; nothing is in the buffer afterwards. */
    void release() {
        charge(-charged);
        charged = 0;
        length = 0;
        bytes = NOTHING;
    }

    /** What was written, in an array of its own. */
    byte[] taken() {
        byte[] taken = new byte[length];
        System.arraycopy(bytes, 0, taken, 0, length);
        return taken;
    }

    private void room(int more) {
        int needed = length + more;
        if (needed > bytes.length || needed < 0) {
            if (needed > LIMIT || needed < 0) {
                throw new RetakeTooLarge();
            }
            int size = Math.max(needed, Math.min(LIMIT, bytes.length * 2));
            if (!charge(size - bytes.length)) {
                throw new RetakeTooLarge();
            }
            charged += size - bytes.length;
            byte[] larger = new byte[size];
            System.arraycopy(bytes, 0, larger, 0, length);
            bytes = larger;
        }
    }

    private void head(int major, long argument) {
        room(9);
        byte[] out = bytes;
        int at = length;
        if (argument >= 0 && argument < 24) {
            out[at] = (byte) (major | argument);
            length = at + 1;
        } else if (argument >= 0 && argument <= 0xff) {
            out[at] = (byte) (major | 24);
            out[at + 1] = (byte) argument;
            length = at + 2;
        } else if (argument >= 0 && argument <= 0xffff) {
            out[at] = (byte) (major | 25);
            out[at + 1] = (byte) (argument >> 8);
            out[at + 2] = (byte) argument;
            length = at + 3;
        } else if (argument >= 0 && argument <= 0xffffffffL) {
            out[at] = (byte) (major | 26);
            big(at + 1, argument, 4);
            length = at + 5;
        } else {
            out[at] = (byte) (major | 27);
            big(at + 1, argument, 8);
            length = at + 9;
        }
    }

    private void big(int at, long value, int width) {
        for (int i = width - 1; i >= 0; i--) {
            bytes[at + i] = (byte) value;
            value >>>= 8;
        }
    }

    void integer(long value) {
        if (value >= 0) {
            head(0, value);
        } else {
            head(0x20, ~value);
        }
    }

    void array(int size) {
        head(0x80, size);
    }

    void map(int size) {
        head(0xa0, size);
    }

    void tag(int tag) {
        head(0xc0, tag);
    }

    /** Begins an array or a map whose end {@link #end} marks. */
    void open(boolean map) {
        raw(map ? 0xbf : 0x9f);
    }

    void end() {
        raw(0xff);
    }

    void nothing() {
        raw(0xf6);
    }

    void truth(boolean value) {
        raw(value ? 0xf5 : 0xf4);
    }

    private void raw(int value) {
        room(1);
        bytes[length++] = (byte) value;
    }

    void number(double value) {
        room(9);
        bytes[length] = (byte) 0xfb;
        big(length + 1, Double.doubleToRawLongBits(value), 8);
        length += 9;
    }

    void octets(byte[] from, int start, int count) {
        head(0x40, count);
        copy(from, start, count);
    }

    /** Copies bytes that are CBOR already. */
    void copy(byte[] from, int start, int count) {
        room(count);
        System.arraycopy(from, start, bytes, length, count);
        length += count;
    }

    /** Writes a string; false, with nothing written, if it holds half a surrogate pair and so is no text. */
    boolean text(String text) {
        if (text == null) {
            // Reading a field of null through Unsafe ends the process.
            throw new NullPointerException();
        }
        // Nearly all strings are ASCII, and the JVM keeps those as the very bytes that are wanted.
        if (UNSAFE.getByte(text, CODER) == 0) {
            byte[] ascii = (byte[]) UNSAFE.getReference(text, VALUE);
            if (isAscii(ascii)) {
                head(0x60, ascii.length);
                copy(ascii, 0, ascii.length);
                return true;
            }
        }
        return wide(text);
    }

    private static boolean isAscii(byte[] bytes) {
        // Without a way out of the loop, the compiler looks at many bytes at once.
        int all = 0;
        for (byte b : bytes) {
            all |= b;
        }
        return all >= 0;
    }

    private boolean wide(String text) {
        int chars = text.length();
        int size = 0;
        for (int i = 0; i < chars; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                size++;
            } else if (c < 0x800) {
                size += 2;
            } else if (c < 0xd800 || c > 0xdfff) {
                size += 3;
            } else if (c < 0xdc00 && i + 1 < chars && text.charAt(i + 1) >= 0xdc00 && text.charAt(i + 1) <= 0xdfff) {
                size += 4;
                i++;
            } else {
                return false;
            }
        }
        head(0x60, size);
        room(size);
        byte[] out = bytes;
        int at = length;
        for (int i = 0; i < chars; i++) {
            int c = text.charAt(i);
            if (c < 0x80) {
                out[at++] = (byte) c;
            } else if (c < 0x800) {
                out[at++] = (byte) (0xc0 | c >> 6);
                out[at++] = (byte) (0x80 | c & 63);
            } else if (c < 0xd800 || c > 0xdfff) {
                out[at++] = (byte) (0xe0 | c >> 12);
                out[at++] = (byte) (0x80 | c >> 6 & 63);
                out[at++] = (byte) (0x80 | c & 63);
            } else {
                int point = 0x10000 + ((c - 0xd800) << 10) + (text.charAt(++i) - 0xdc00);
                out[at++] = (byte) (0xf0 | point >> 18);
                out[at++] = (byte) (0x80 | point >> 12 & 63);
                out[at++] = (byte) (0x80 | point >> 6 & 63);
                out[at++] = (byte) (0x80 | point & 63);
            }
        }
        length = at;
        return true;
    }

    /** Writes a string that is known to be text. */
    void name(String text) {
        if (text == null || !text(text)) {
            text("?");
        }
    }
}
