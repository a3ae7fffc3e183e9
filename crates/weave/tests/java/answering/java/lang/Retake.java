package java.lang;

import java.util.HashMap;
import java.util.Map;

/**
 * A runtime that answers. The property "retake.answers" says what: "1=I:5 2=L:text 3=throw:why 4=V", separated by
 * blanks. What it is told of calls that it did not answer is printed.
 */
public final class Retake {
    private Retake() {}

    public static boolean on = true;

    public static boolean wanted(int id) {
        return on;
    }

    private static final Map<Integer, String[]> ANSWERS = new HashMap<>();

    static {
        for (String answer : System.getProperty("retake.answers").split(" ")) {
            String[] parts = answer.split("=", 2);
            ANSWERS.put(Integer.valueOf(parts[0]), (parts[1] + ":").split(":"));
        }
    }

    public static boolean before(Object self, Object[] args, int id) { return ANSWERS.containsKey(id); }

    public static void after(int value, int id) { System.out.println("  | after " + id + " " + value); }
    public static void after(long value, int id) { System.out.println("  | after " + id + " " + value); }
    public static void after(float value, int id) { System.out.println("  | after " + id + " " + value); }
    public static void after(double value, int id) { System.out.println("  | after " + id + " " + value); }
    public static void after(Object value, int id) {
        System.out.println("  | after " + id + " " + (value instanceof String ? value : "an object"));
    }
    public static void after(int id) { System.out.println("  | after " + id); }
    public static void threw(Throwable thrown, int id) { System.out.println("  | threw " + id + " " + thrown); }

    private static String answer(int id, String type) {
        String[] answer = ANSWERS.get(id);
        if (answer == null) throw new AssertionError("nothing was answered: " + id);
        if (answer[0].equals("throw")) Retake.<RuntimeException>sneak(new java.io.IOException(answer[1]));
        if (!answer[0].equals(type)) throw new AssertionError(id + " was answered as " + answer[0] + ", not " + type);
        return answer.length > 1 ? answer[1] : null;
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable thrown) throws T { throw (T) thrown; }

    public static int takeI(int id) { return Integer.parseInt(answer(id, "I")); }
    public static long takeJ(int id) { return Long.parseLong(answer(id, "J")); }
    public static float takeF(int id) { return Float.parseFloat(answer(id, "F")); }
    public static double takeD(int id) { return Double.parseDouble(answer(id, "D")); }
    public static Object takeL(int id) { return answer(id, "L"); }
    public static void takeV(int id) { answer(id, "V"); }

    public static int read(int value, int id) { return ANSWERS.containsKey(id) ? takeI(id) : value; }
    public static long read(long value, int id) { return ANSWERS.containsKey(id) ? takeJ(id) : value; }
    public static float read(float value, int id) { return ANSWERS.containsKey(id) ? takeF(id) : value; }
    public static double read(double value, int id) { return ANSWERS.containsKey(id) ? takeD(id) : value; }
    public static Object read(Object value, int id) { return ANSWERS.containsKey(id) ? takeL(id) : value; }

    public static Object check(Object holder, Object value, String field, int id) { return ANSWERS.containsKey(id) ? takeL(id) : value; }

    public static void constructed(Object object, int id) { System.out.println("  | constructed " + id); }
}
