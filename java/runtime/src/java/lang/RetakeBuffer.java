package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/** Writes CBOR (RFC 8949) into a growing array. */
final class RetakeBuffer {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long VALUE = offset("value");
    private static final long CODER = offset("coder");
    /** Where the first byte of an array is. */
    static final long BASE = base();
    /** What is set in eight bytes of which one is no ASCII. */
    private static final long NO_ASCII = 0x8080808080808080L;
    /** There is always room for this many bytes more behind what was asked for, so that words may be written whole. */
    private static final int SLACK = 16;

    private static final byte[] NOTHING = new byte[0];

    private static long offset(String field) {
        try {
            return UNSAFE.objectFieldOffset(String.class.getDeclaredField(field));
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long base() {
        try {
            // Releases differ in whether it is an int.
            Object base = Unsafe.class.getMethod("arrayBaseOffset", Class.class).invoke(UNSAFE, byte[].class);
            return ((Number) base).longValue();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A trace larger than this is given up instead of filling the heap of the service. */
    static final int LIMIT = 16 << 20;
    /** All buffers together may take this much of the service's heap. */
    static long budget = 128L << 20;

    private static final RetakeCount TAKEN = new RetakeCount();

    byte[] bytes;
    int length;
    /** What this buffer took of the budget. */
    private int charged;

    /** Whether its arrays were others' before and will be. */
    private final boolean shares;
    /** Whether somebody may be writing into the array before, when there is a larger one. */
    private boolean crowded;

    RetakeBuffer(int capacity) {
        bytes = new byte[capacity];
        shares = false;
    }

    private RetakeBuffer(byte[] spare) {
        bytes = spare;
        shares = true;
    }

    /** A buffer that one thread at a time writes into, which says when it has done so for the last time. */
    static RetakeBuffer shared() {
        return new RetakeBuffer(RetakeSpare.take(RetakeSpare.SMALLEST));
    }

    /** One for a body, with no room yet. An application may write a response from several threads at once. */
    static RetakeBuffer ofBody() {
        RetakeBuffer buffer = new RetakeBuffer(NOTHING);
        buffer.crowded = true;
        return buffer;
    }

    /** The same with room for so much: to make it larger step by step means to copy what is there as often. */
    @DontInline
    static RetakeBuffer shared(int capacity) {
        int size = size(RetakeSpare.SMALLEST, Math.min(capacity + SLACK, LIMIT));
        RetakeBuffer buffer = new RetakeBuffer(RetakeSpare.take(size));
        // Without room for it no further trace begins; this one has begun.
        buffer.charged = charge(size) ? size : 0;
        return buffer;
    }

    /** The first doubling from which on there is room for what is needed. */
    private static int size(int from, int needed) {
        int size = from;
        while (size < needed) {
            size *= 2;
        }
        return size;
    }

    /** Takes the budget back from buffers that nobody will release. */
    static void forget() {
        TAKEN.now = 0;
        RetakeSpare.forget();
    }

    private static boolean charge(int more) {
        if (more == 0) {
            return true;
        }
        if (TAKEN.add(more) + more > budget && more > 0) {
            TAKEN.add(-more);
            return false;
        }
        return true;
    }

    /** Whether there is no room for another trace. */
    static boolean isFull() {
        return TAKEN.now >= budget;
    }

    /** Gives the memory back; nothing is in the buffer afterwards. */
    void release() {
        charge(-charged);
        charged = 0;
        length = 0;
        bytes = NOTHING;
    }

    /** The same, once it is certain that nobody is writing: others get what it had. */
    @DontInline
    void recycle() {
        byte[] done = bytes;
        release();
        if (shares) {
            RetakeSpare.give(done);
        }
    }

    /** What was written, in an array of its own. */
    byte[] taken() {
        byte[] taken = new byte[length];
        System.arraycopy(bytes, 0, taken, 0, length);
        return taken;
    }

    /**
     * Makes room at a place, and some more; gives the array that has it. Whoever writes without further checks writes into that array at
     * that place and looks at no field again: then whatever another thread does, no byte lands outside of an array.
     */
    byte[] room(int at, int more) {
        byte[] to = bytes;
        int needed = at + more + SLACK;
        return needed > to.length || needed < 0 ? grow(to, at, needed) : to;
    }

    @DontInline
    private byte[] grow(byte[] smaller, int at, int needed) {
        if (needed > LIMIT || needed < 0) {
            throw new RetakeTooLarge(false);
        }
        int size = size(Math.max(RetakeSpare.SMALLEST, smaller.length), needed);
        if (!charge(size - smaller.length)) {
            throw new RetakeTooLarge(true);
        }
        charged += size - smaller.length;
        byte[] larger = shares ? RetakeSpare.take(size) : new byte[size];
        System.arraycopy(smaller, 0, larger, 0, at);
        bytes = larger;
        if (shares && !crowded) {
            RetakeSpare.give(smaller);
        }
        return larger;
    }

    // ---- what is written where there is room: each gives the place behind it

    private static int head(byte[] to, int at, int major, long argument) {
        if (argument >= 0 && argument < 24) {
            UNSAFE.putByte(to, BASE + at, (byte) (major | argument));
            return at + 1;
        }
        return larger(to, at, major, argument);
    }

    @DontInline
    private static int larger(byte[] to, int at, int major, long argument) {
        if (argument >= 0 && argument <= 0xff) {
            UNSAFE.putByte(to, BASE + at, (byte) (major | 24));
            UNSAFE.putByte(to, BASE + at + 1, (byte) argument);
            return at + 2;
        }
        if (argument >= 0 && argument <= 0xffff) {
            UNSAFE.putByte(to, BASE + at, (byte) (major | 25));
            UNSAFE.putByte(to, BASE + at + 1, (byte) (argument >> 8));
            UNSAFE.putByte(to, BASE + at + 2, (byte) argument);
            return at + 3;
        }
        if (argument >= 0 && argument <= 0xffffffffL) {
            UNSAFE.putByte(to, BASE + at, (byte) (major | 26));
            UNSAFE.putIntUnaligned(to, BASE + at + 1, (int) argument, true);
            return at + 5;
        }
        UNSAFE.putByte(to, BASE + at, (byte) (major | 27));
        UNSAFE.putLongUnaligned(to, BASE + at + 1, argument, true);
        return at + 9;
    }

    static int integer(byte[] to, int at, long value) {
        // Negative numbers count down from -1 in a kind of their own.
        long sign = value >> 63;
        return head(to, at, (int) sign & 0x20, value ^ sign);
    }

    static int array(byte[] to, int at, int size) {
        return head(to, at, 0x80, size);
    }

    /** The head of a text. */
    static int text(byte[] to, int at, int size) {
        return head(to, at, 0x60, size);
    }

    static int number(byte[] to, int at, double value) {
        UNSAFE.putByte(to, BASE + at, (byte) 0xfb);
        UNSAFE.putLongUnaligned(to, BASE + at + 1, Double.doubleToRawLongBits(value), true);
        return at + 9;
    }

    static int truth(byte[] to, int at, boolean value) {
        UNSAFE.putByte(to, BASE + at, (byte) (value ? 0xf5 : 0xf4));
        return at + 1;
    }

    static int nothing(byte[] to, int at) {
        UNSAFE.putByte(to, BASE + at, (byte) 0xf6);
        return at + 1;
    }

    static int label(byte[] to, int at, RetakeLabel label) {
        int size = label.length;
        if (size > SLACK) {
            words(label.bytes, size, to, at);
        } else {
            UNSAFE.putLongUnaligned(to, BASE + at, label.first);
            UNSAFE.putLongUnaligned(to, BASE + at + 8, label.second);
        }
        return at + size;
    }

    /** Copies bytes and gives back all that is set in any eight of them. */
    private static long words(byte[] from, int count, byte[] to, int at) {
        long behind = BASE + at + count;
        if (count >= 8) {
            long all = 0;
            // The last word overlaps the one before it.
            long last = BASE + count - 8;
            long into = BASE + at;
            for (long i = BASE; i < last; i += 8, into += 8) {
                long word = UNSAFE.getLongUnaligned(from, i);
                UNSAFE.putLongUnaligned(to, into, word);
                all |= word;
            }
            long word = UNSAFE.getLongUnaligned(from, last);
            UNSAFE.putLongUnaligned(to, behind - 8, word);
            return all | word;
        }
        if (count >= 4) {
            int word = UNSAFE.getIntUnaligned(from, BASE);
            int other = UNSAFE.getIntUnaligned(from, BASE + count - 4);
            UNSAFE.putIntUnaligned(to, BASE + at, word);
            UNSAFE.putIntUnaligned(to, behind - 4, other);
            return word | other;
        }
        int all = 0;
        for (int i = 0; i < count; i++) {
            to[at + i] = from[i];
            all |= from[i];
        }
        return all;
    }

    // ---- the same, with room made

    private void head(int major, long argument) {
        int at = length;
        length = head(room(at, 9), at, major, argument);
    }

    void integer(long value) {
        int at = length;
        length = integer(room(at, 9), at, value);
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
        int at = length;
        room(at, 1)[at] = (byte) value;
        length = at + 1;
    }

    void number(double value) {
        int at = length;
        length = number(room(at, 9), at, value);
    }

    /** Copies a label, which is CBOR already. */
    void label(RetakeLabel label) {
        int at = length;
        length = label(room(at, label.length), at, label);
    }

    @DontInline
    void octets(byte[] from, int start, int count) {
        head(0x40, count);
        copy(from, start, count);
    }

    /** Copies bytes that are CBOR already. */
    @DontInline
    void copy(byte[] from, int start, int count) {
        int at = length;
        System.arraycopy(from, start, room(at, count), at, count);
        length = at + count;
    }

    /** Writes bytes that are text already; false, with nothing written, if they are not all ASCII. */
    @DontInline
    boolean ascii(byte[] from, int start, int count) {
        int begin = length;
        head(0x60, count);
        copy(from, start, count);
        return isAscii(from, start, count, begin);
    }

    /** The same of two such, with a letter between them. */
    boolean ascii(byte[] from, int start, int count, char between, byte[] then, int thenStart, int thenCount) {
        int begin = length;
        head(0x60, count + 1 + thenCount);
        copy(from, start, count);
        raw(between);
        copy(then, thenStart, thenCount);
        return isAscii(from, start, count, begin) && isAscii(then, thenStart, thenCount, begin);
    }

    /** Whether all that was written last is ASCII; else goes back to where it began. */
    private boolean isAscii(byte[] from, int start, int count, int begin) {
        byte all = 0;
        for (int i = start; i < start + count; i++) {
            all |= from[i];
        }
        if (all < 0) {
            length = begin;
        }
        return all >= 0;
    }

    /** Writes a string; false, with nothing written, if it holds half a surrogate pair and so is no text. */
    @DontInline
    boolean text(String text) {
        if (text == null) {
            // Reading a field of null through Unsafe ends the process.
            throw new NullPointerException();
        }
        // Nearly all strings are ASCII, and the JVM keeps those as the very bytes that are wanted.
        if (UNSAFE.getByte(text, CODER) == 0) {
            byte[] ascii = (byte[]) UNSAFE.getReference(text, VALUE);
            int count = ascii.length;
            int start = length;
            byte[] to = room(start, 9 + count);
            int at = head(to, start, 0x60, count);
            if ((words(ascii, count, to, at) & NO_ASCII) == 0) {
                length = at + count;
                return true;
            }
        }
        return wide(text);
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
        int at = length;
        byte[] out = room(at, size);
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
    @DontInline
    void name(String text) {
        if (text == null || !text(text)) {
            text("?");
        }
    }
}
