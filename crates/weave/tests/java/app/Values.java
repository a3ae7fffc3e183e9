package app;

/** Fields and arrays of every kind. */
class Values {
    static boolean z = true;
    static byte b = 1;
    static char c = 'c';
    static short s = 2;
    static int i = 3;
    static long j = 4;
    static float f = 5;
    static double d = 6;
    static String text = "seven";
    static Object object = "eight";
    static int[] ints = {1, 2};

    int field = 9;
    long wide = 10;
    String[][] grid = {{"a", "b"}, {"c"}};
    Values next;

    static String statics() { return z + " " + b + c + s + i + j + f + d + text + object + ints.length; }

    String fields() { return field + " " + wide + " " + grid[1][0] + grid[0].length + next; }

    static String arrays(boolean[] z, byte[] b, char[] c, short[] s, int[] i, long[] j, float[] f, double[] d, Object[] o) {
        return z[0] + " " + b[0] + c[0] + s[0] + i[0] + j[0] + f[0] + d[0] + o[0];
    }

    /** Reads the field once through a branch that jumps behind the read. */
    int maybe(boolean yes) { return (yes ? field : 1) + field; }

    static String guarded(Values values) {
        try {
            return "" + values.next.field;
        } catch (NullPointerException e) {
            return "nothing there";
        }
    }

    static String lazy;
    Object part;

    /** Fields that are asked for in a null check; the second read is not. */
    static String lazily() {
        if (lazy == null) lazy = "made late";
        return lazy;
    }

    boolean whole() { return part != null && part instanceof Values && Values.object != null; }

    static void run() {
        Values values = new Values();
        System.out.println(statics());
        System.out.println(values.fields());
        System.out.println(arrays(new boolean[] {true}, new byte[] {1}, new char[] {'x'}, new short[] {2}, new int[] {3},
                new long[] {4}, new float[] {5}, new double[] {6}, new Object[] {"o"}));
        System.out.println(values.maybe(true) + " " + values.maybe(false));
        System.out.println(guarded(values));
        System.out.println(lazily() + " " + lazily());
        System.out.println(values.whole());
        values.part = values;
        System.out.println(values.whole());
        values.next = values;
        System.out.println(guarded(values));
    }
}
