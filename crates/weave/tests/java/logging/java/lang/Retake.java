package java.lang;

import java.util.Arrays;

/** A runtime that answers nothing and prints what it is told. */
public final class Retake {
    private Retake() {}

    public static boolean on = !Boolean.getBoolean("retake.off");

    public static boolean wanted(int id) {
        return on;
    }

    private static void log(String line) { System.out.println("  | " + line); }

    private static String show(Object value) {
        if (value == null) return "null";
        if (value instanceof Object[]) {
            StringBuilder all = new StringBuilder("[");
            for (Object one : (Object[]) value) all.append(all.length() > 1 ? ", " : "").append(show(one));
            return all.append("]").toString();
        }
        if (value instanceof int[]) return Arrays.toString((int[]) value);
        String type = value.getClass().getSimpleName();
        if (value instanceof Number || value instanceof String || value instanceof Boolean
                || value instanceof Character) return type + " " + value;
        if (value instanceof Throwable) return type + ": " + ((Throwable) value).getMessage();
        return type.isEmpty() || value.getClass().getName().indexOf('/') >= 0 || type.contains("$$") ? "?" : type;
    }

    public static boolean before(Object self, Object[] args, int id) {
        log("before " + id + " " + show(self) + " " + show(args));
        return false;
    }

    public static void after(int value, int id) { log("after " + id + " int " + value); }
    public static void after(long value, int id) { log("after " + id + " long " + value); }
    public static void after(float value, int id) { log("after " + id + " float " + value); }
    public static void after(double value, int id) { log("after " + id + " double " + value); }
    public static void after(Object value, int id) { log("after " + id + " " + show(value)); }
    public static void after(int id) { log("after " + id); }

    public static void threw(Throwable thrown, int id) { log("threw " + id + " " + show(thrown)); }

    private static AssertionError unasked(int id) { return new AssertionError("nothing was answered: " + id); }

    public static int takeI(int id) { throw unasked(id); }
    public static long takeJ(int id) { throw unasked(id); }
    public static float takeF(int id) { throw unasked(id); }
    public static double takeD(int id) { throw unasked(id); }
    public static Object takeL(int id) { throw unasked(id); }
    public static void takeV(int id) { throw unasked(id); }

    public static int read(int value, int id) { log("read " + id + " int " + value); return value; }
    public static long read(long value, int id) { log("read " + id + " long " + value); return value; }
    public static float read(float value, int id) { log("read " + id + " float " + value); return value; }
    public static double read(double value, int id) { log("read " + id + " double " + value); return value; }
    public static Object read(Object value, int id) { log("read " + id + " " + show(value)); return value; }

    public static Object check(Object holder, Object value, String field, int id) {
        log("check " + id + " " + (holder instanceof Class ? holder : show(holder)) + "." + field + " " + show(value));
        return value;
    }

    public static void constructed(Object object, int id) { log("constructed " + id + " " + show(object)); }
}
