package app;

/** Whole bodies: every kind of parameter and result, and every way to leave a method. */
final class Bodies {
    private final String name;

    Bodies(String name) { this.name = name; }

    static int all(boolean z, byte b, char c, short s, int i, long j, float f, double d, String l, int[] a) {
        return (z ? 1 : 0) + b + c + s + i + (int) j + (int) f + (int) d + l.length() + a.length;
    }

    static boolean isBig(int i) { return i > 10; }
    static byte toByte(int i) { return (byte) i; }
    static char toChar(int i) { return (char) i; }
    static short toShort(int i) { return (short) i; }
    static long toLong(int i) { return i; }
    static float toFloat(int i) { return i; }
    static double toDouble(int i) { return i; }
    static String toText(int i) { return "t" + i; }
    static int[] toArray(int i) { return new int[] {i}; }
    static void nothing() {}

    String greet(String other) { return name + " greets " + other; }

    synchronized long locked(long x) {
        if (x < 0) throw new IllegalArgumentException("negative");
        return x + 1;
    }

    int block(Object lock, int x) {
        synchronized (lock) {
            if (x == 0) return -1;
            if (x < 0) throw new IllegalStateException("below");
        }
        return x;
    }

    /** The loop's head is the first instruction of the method. */
    static int countdown(int n) {
        while (n > 0) n -= 2;
        return n;
    }

    static String branches(int i, String s) {
        switch (i) {
            case 0: return "zero";
            case 1: return "one";
            case 2: break;
            case 1000: return "many";
            default: throw new IndexOutOfBoundsException("no " + i);
        }
        switch (s) {
            case "a": return "A";
            case "b": return "B";
            default: return s;
        }
    }

    static int caught(int x) {
        try {
            if (x == 1) throw new IllegalArgumentException("one");
            if (x == 2) throw new UnsupportedOperationException("two");
            return 10 / x;
        } catch (IllegalArgumentException e) {
            return -1;
        } finally {
            if (x == 0) nothing();
        }
    }

    @SuppressWarnings("finally")
    static int swallowed() {
        try {
            throw new IllegalStateException("lost");
        } finally {
            return 5;
        }
    }

    static int recursive(int n) { return n == 0 ? 0 : 1 + recursive(n - 1); }

    static void nested() throws Exception {
        try {
            throw new Exception("inner");
        } catch (Exception e) {
            throw new Exception("outer", e);
        }
    }

    static void run() throws Exception {
        System.out.println(all(true, (byte) 1, 'a', (short) 2, 3, 4L, 5f, 6d, "seven", new int[8]));
        System.out.println(isBig(11) + " " + toByte(300) + " " + toChar(65) + " " + toShort(70000) + " " + toLong(1)
                + " " + toFloat(2) + " " + toDouble(3) + " " + toText(4) + " " + toArray(5)[0]);
        nothing();
        Bodies it = new Bodies("it");
        System.out.println(it.greet("you"));
        System.out.println(it.locked(1));
        Main.expect(() -> it.locked(-1));
        Object lock = new Object();
        System.out.println(it.block(lock, 0) + " " + it.block(lock, 1));
        Main.expect(() -> it.block(lock, -1));
        System.out.println(countdown(5));
        System.out.println(branches(0, "") + branches(1000, "") + branches(2, "b") + branches(2, "x"));
        Main.expect(() -> branches(7, ""));
        System.out.println(caught(1) + " " + caught(5));
        Main.expect(() -> caught(0));
        Main.expect(() -> caught(2));
        System.out.println(swallowed() + " " + recursive(2));
        Main.expect(() -> nested());
    }
}
