package java.lang;

/**
 * Stands in for the agent's runtime: what woven code calls, with recordings kept in memory.
 *
 * <p>A call of the program is traced between {@link #begin} and {@link #end}. The programs run one thread at a time (what
 * they hand to others they wait for), so one trace is enough, and it follows the work through every thread.
 */
public final class Retake {
    /** The call that is traced; null between calls. */
    private static volatile RetakeTrace trace;
    /** How deep in class initialisers, which belong to no call, and in library code that the program does not see. */
    private static volatile int aside;
    /** How deep in points: the outermost owns what happens inside it. */
    private static volatile int owned;
    private static volatile Object[] arguments;
    private static volatile RetakeTrace.Event answer;

    private Retake() {}

    // ---- what the driver calls

    public static void begin(RetakeTrace next) {
        trace = next;
        aside = 0;
        owned = 0;
    }

    public static void end() {
        trace = null;
    }

    // ---- what the probes call

    /** A way through the program was taken. */
    public static void at(int block) {
        RetakeTrace trace = current();
        if (trace != null && owned == 0) {
            trace.at(block);
        }
    }

    /** Something begins that is no part of the call. */
    public static void enter() {
        aside++;
    }

    public static void leave() {
        aside--;
    }

    private static RetakeTrace current() {
        return aside > 0 ? null : trace;
    }

    // ---- what woven code calls

    public static boolean wanted(int id) {
        if (current() == null) {
            return false;
        }
        if (owned > 0) {
            owned++;
            return false;
        }
        return true;
    }

    public static boolean before(Object self, Object[] args, int id) {
        RetakeTrace trace = current();
        if (trace.replays()) {
            answer = trace.next(id);
            if (answer != null) {
                answer.write(args, trace.loader);
                return true;
            }
        }
        arguments = args;
        owned = 1;
        return false;
    }

    private static void done(Object value, Throwable thrown, int id) {
        RetakeTrace trace = current();
        if (trace == null || owned == 0 || --owned > 0) {
            return;
        }
        trace.add(id, value, thrown, arguments);
        arguments = null;
    }

    public static void after(int value, int id) {
        done(value, null, id);
    }

    public static void after(long value, int id) {
        done(value, null, id);
    }

    public static void after(float value, int id) {
        done(value, null, id);
    }

    public static void after(double value, int id) {
        done(value, null, id);
    }

    public static void after(Object value, int id) {
        done(value, null, id);
    }

    public static void after(int id) {
        done(null, null, id);
    }

    public static void threw(Throwable thrown, int id) {
        done(null, thrown, id);
    }

    private static Object take() {
        RetakeTrace.Event taken = answer;
        answer = null;
        return taken.take(trace.loader);
    }

    public static int takeI(int id) {
        return (Integer) take();
    }

    public static long takeJ(int id) {
        return (Long) take();
    }

    public static float takeF(int id) {
        return (Float) take();
    }

    public static double takeD(int id) {
        return (Double) take();
    }

    public static Object takeL(int id) {
        return take();
    }

    public static void takeV(int id) {
        take();
    }

    private static Object seen(Object value, int id) {
        RetakeTrace trace = current();
        if (trace == null || owned > 0) {
            return value;
        }
        RetakeTrace.Event recorded = trace.replays() ? trace.next(id) : null;
        if (recorded != null) {
            return recorded.take(trace.loader);
        }
        trace.add(id, value, null, null);
        return value;
    }

    public static int read(int value, int id) {
        return (Integer) seen(value, id);
    }

    public static long read(long value, int id) {
        return (Long) seen(value, id);
    }

    public static float read(float value, int id) {
        return (Float) seen(value, id);
    }

    public static double read(double value, int id) {
        return (Double) seen(value, id);
    }

    public static Object read(Object value, int id) {
        return seen(value, id);
    }

    public static Object check(Object holder, Object value, String field, int id) {
        RetakeTrace trace = current();
        if (trace == null || owned > 0) {
            return value;
        }
        RetakeTrace.Event recorded = trace.replays() ? trace.next(id) : null;
        if (recorded == null) {
            trace.addOutline(id, value);
            return value;
        }
        Object made = recorded.take(trace.loader);
        if (made == null || value != null) {
            return made == null ? null : value;
        }
        return RetakeValue.put(holder, field, made);
    }

    public static void constructed(Object made, int id) {
        Object value = seen(made, id);
        if (value != made) {
            RetakeValue.overwrite(made, value);
        }
    }
}
