package java.lang;

import java.lang.reflect.Method;

/**
 * What woven code calls. Nothing here may throw, block or change what the application sees, except the answers of a
 * replay; every hook is fenced, and while the runtime itself is at work its own calls pass unseen.
 */
public final class Retake {
    /** Whether hooks do anything at all. */
    private static boolean on;

    static boolean replay;
    private static volatile RetakeHook[] hooks = new RetakeHook[256];

    private static final int STRAYED = 16;
    private static final RetakeHook UNKNOWN = new RetakeHook(0, RetakeHook.UNKNOWN, "unknown", "", 'V', false);
    private static final Object[] NO_ARGS = new Object[0];
    /** Background work is recorded up to here; a service that polls for ever must not fill the disk. */
    private static final int MOST_BOOT_EVENTS = 100000;

    /** Stands where a descriptor character does: of the object only the outline. */
    static final char OUTLINE = 'O';

    /** What the names of the application's classes begin with. */
    static String[] scope = new String[0];
    private static int bootEvents;
    private static long failures;

    private Retake() {}

    // ---- what the agent provides

    /** Hands a whole trace over; false if there is no room and it was dropped. */
    static native boolean submit(byte[] trace, int length, boolean boot);

    /** Counts a trace that could not be handed over. */
    static native void lost(int why, boolean boot);

    /** Why a trace is lost: it grew too large. */
    static final int TOO_LARGE = 0;
    /** Why a trace is lost: the service ended while the request was served. */
    static final int UNFINISHED = 1;

    /** In replay: whether this run is waiting for its request. */
    static native boolean claim(String run);

    /**
     * In replay: the answer to the question in {@code event}. The first byte says how: 0 return the value that follows,
     * 1 throw it, 2 go on live, 3 refuse with the message that follows; 16 more if the recording expected something else.
     */
    static native byte[] ask(String run, int[] path, byte[] event, int start, int length);

    /** What the hook with this number does. */
    static native byte[] describe(int id);

    /** Says on the agent's log what went wrong inside the runtime. */
    static native void log(String message);

    // ---- what the agent calls

    /** Takes the plan; the agent calls it once, before anything is woven. */
    static void install(byte[] plan) {
        RetakeReader in = new RetakeReader(plan, 0);
        in.expectArray();
        boolean replaying = in.expectInteger() == 1;
        String[] types = new String[in.expectArray()];
        for (int i = 0; i < types.length; i++) {
            types[i] = in.expectText();
        }
        String[] prefixes = new String[in.expectArray()];
        for (int i = 0; i < prefixes.length; i++) {
            prefixes[i] = in.expectText();
        }
        scope = prefixes;
        RetakeHandles.types = types;
        replay = replaying;
        warm();
    }

    /** The hook with this number; asked of the agent when its woven code runs for the first time. */
    private static RetakeHook hook(int id) {
        RetakeHook[] table = hooks;
        RetakeHook hook = id < table.length ? table[id] : null;
        if (hook != null) {
            return hook;
        }
        try {
            return describeHook(id);
        } catch (Throwable e) {
            return UNKNOWN;
        }
    }

    private static synchronized RetakeHook describeHook(int id) {
        RetakeReader in = new RetakeReader(describe(id), 0);
        in.expectArray();
        int kind = in.expectInteger();
        String name = in.expectText();
        String arguments = in.expectText();
        char result = in.expectText().charAt(0);
        RetakeHook hook = new RetakeHook(id, kind, name, arguments, result, in.expectInteger() == 1);
        RetakeHook[] table = new RetakeHook[Math.max(hooks.length, Integer.highestOneBit(id) * 2)];
        System.arraycopy(hooks, 0, table, 0, hooks.length);
        table[id] = hook;
        hooks = table;
        return hook;
    }

    /** Runs what the first hook would otherwise initialise inside woven code. */
    private static void warm() {
        RetakeThread.getOrCreate();
        RetakeTrace trace = new RetakeTrace(true, null);
        RetakeBranch branch = trace.branch(null);
        branch.ask(new RetakeHook(0, RetakeHook.POINT, "", "L", 'L', false), null, new Object[] {"x"});
        branch.close(0, new java.util.ArrayList<Object>(), 'L');
        RetakeOutline.write(branch.out, new java.util.concurrent.locks.ReentrantLock());
        RetakeForks.take(trace);
        RetakeScalars.text(java.math.BigDecimal.ONE);
        new RetakeDecoder(new byte[] {(byte) 0xf6}, 0, null, NO_ARGS);
        RetakeHttp.header();
    }

    static void enable(boolean enabled) {
        on = enabled;
    }

    /** The service ends: what is still waiting will not come. */
    static void finish() {
        on = false;
        RetakeForks.abandon();
        for (int i = RetakeTrace.unfinished(); i > 0; i--) {
            lost(UNFINISHED, false);
        }
    }

    // ---- what woven code calls

    /** Whether {@link #before} is to be called. Most hooks end here: outside of requests, and inside a point that owns. */
    public static boolean wanted(int id) {
        if (!on) {
            return false;
        }
        RetakeThread t = RetakeThread.get();
        if (t == null) {
            return starts(hook(id));
        }
        if (t.inside) {
            return false;
        }
        RetakeHook hook = hook(id);
        if (t.branch == null && !starts(hook)) {
            return false;
        }
        if (hook.kind == RetakeHook.UNKNOWN) {
            return false;
        }
        if (t.owned > 0 && hook.kind <= RetakeHook.HANDLE) {
            // A layer below the owner is silent; after() counts it down again.
            t.owned++;
            return false;
        }
        return true;
    }

    public static boolean before(Object self, Object[] args, int id) {
        RetakeHook hook = hook(id);
        RetakeThread t = null;
        try {
            t = RetakeThread.getOrCreate();
            t.inside = true;
            return before(t, hook, self, args);
        } catch (Throwable e) {
            failed(t, hook, e);
            return false;
        } finally {
            if (t != null) {
                t.inside = false;
            }
        }
    }

    /** Whether a hook matters on a thread that serves no request. */
    private static boolean starts(RetakeHook hook) {
        return hook.kind == RetakeHook.ENTRY || hook.kind == RetakeHook.ADOPT || hook.kind == RetakeHook.BOOT
                || hook.external;
    }

    private static boolean before(RetakeThread t, RetakeHook hook, Object self, Object[] args) {
        switch (hook.kind) {
            case RetakeHook.POINT:
            case RetakeHook.HANDLE:
                return cross(t, hook, self, args);
            case RetakeHook.ENTRY:
                if (t.entries++ == 0) {
                    RetakeHttp.begin(t, hook, args);
                }
                return false;
            case RetakeHook.FORK:
                fork(t, hook, args[0]);
                return false;
            case RetakeHook.ADOPT:
                adopt(t, self);
                return false;
            case RetakeHook.REJECT:
                RetakeBranch refused = RetakeForks.take(args[0]);
                if (refused != null) {
                    refused.trace.ended();
                }
                return false;
            case RetakeHook.BOOT:
                t.suspend(null, 0);
                return false;
            default:
                if (t.branch != null && t.owned == 0 && !t.branch.trace.givenUp) {
                    RetakeHttp.before(t, hook, args);
                }
                return false;
        }
    }

    private static boolean cross(RetakeThread t, RetakeHook hook, Object self, Object[] args) {
        RetakeBranch branch = open(t);
        if (branch == null) {
            t.owned = 1;
            return false;
        }
        branch.ask(hook, self, args);
        if (replay && answer(t, branch, hook.name, hook.result)) {
            return true;
        }
        t.owned = 1;
        return false;
    }

    /** The branch that an event goes to: the request's, or one of its own outside of requests. */
    private static RetakeBranch open(RetakeThread t) {
        if (t.branch != null) {
            return t.branch.trace.givenUp ? null : t.branch;
        }
        if (!replay && bootEvents >= MOST_BOOT_EVENTS) {
            return null;
        }
        bootEvents++;
        t.bootBranch = new RetakeTrace(true, null).branch(null);
        return t.bootBranch;
    }

    private static void close(RetakeThread t, int outcome, Object value, char type) {
        if (t.branch != null) {
            t.branch.close(outcome, value, type);
        } else if (t.bootBranch != null) {
            RetakeBranch branch = t.bootBranch;
            t.bootBranch = null;
            branch.close(outcome, value, type);
            branch.trace.ended();
        }
    }

    /** Asks the recording; true if it answered, with the answer left in the thread. */
    private static boolean answer(RetakeThread t, RetakeBranch branch, String about, char type) {
        RetakeTrace trace = branch.trace;
        int question = branch.question();
        byte[] reply = ask(trace.run, branch.path, branch.out.bytes, question, branch.out.length - question);
        t.thrown = null;
        t.answer = null;
        if (reply == null) {
            return false;
        }
        if ((reply[0] & STRAYED) != 0) {
            reply[0] -= STRAYED;
            branch.place = place();
        }
        if (reply[0] == 2) {
            return false;
        }
        if (reply[0] == 3) {
            t.thrown = refusal(about, new String(reply, 1, reply.length - 1, java.nio.charset.StandardCharsets.UTF_8));
        } else {
            ClassLoader loader = trace.loader != null ? trace.loader : Thread.currentThread().getContextClassLoader();
            RetakeDecoder decoder = new RetakeDecoder(reply, 1, loader, branch.encoder.objects());
            try {
                if (reply[0] == 1) {
                    t.thrown = (Throwable) decoder.value('L');
                } else {
                    // Whether an object is made from an outline depends on what is there.
                    t.answer = type == OUTLINE ? decoder : decoder.value(type);
                }
            } catch (Throwable e) {
                String reason = new StringBuilder("an answer of ").append(about).append(" could not be built again: ")
                        .append(e).toString();
                trace.incomplete(reason);
                t.thrown = new IllegalStateException(reason);
            }
        }
        close(t, 2, null, 'V');
        return true;
    }

    /** The innermost line of the application on this thread's stack. */
    private static String place() {
        for (StackTraceElement frame : new Throwable().getStackTrace()) {
            if (isApplication(frame.getClassName())) {
                return new StringBuilder(frame.getClassName()).append('.').append(frame.getMethodName()).append(':')
                        .append(frame.getLineNumber()).toString();
            }
        }
        return null;
    }

    /** Whether a class is one of the application's. */
    static boolean isApplication(String name) {
        for (String prefix : scope) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /** What the caller would see if the network refused. */
    private static Throwable refusal(String about, String message) {
        String text = "retake: ".concat(message);
        try {
            if (about.startsWith("java.sql.") || about.startsWith("javax.sql.")) {
                Class<?> type = Class.forName("java.sql.SQLException", false, ClassLoader.getSystemClassLoader());
                return (Throwable) type.getConstructor(String.class, String.class).newInstance(text, "08001");
            }
        } catch (Exception e) {
            // Then the general one says the same.
        }
        if (about.startsWith("java.net.")) {
            return new java.net.ConnectException(text);
        }
        return new IllegalStateException(text);
    }

    private static void fork(RetakeThread t, RetakeHook hook, Object task) {
        if (t.branch == null || t.owned > 0) {
            return;
        }
        // A fork-join pool runs anything else inside a task of its own, under which it would never be found again.
        if (hook.name.equals("fork-join pool") && !(task instanceof java.util.concurrent.ForkJoinTask)) {
            return;
        }
        RetakeBranch branch = t.branch.trace.branch(t.branch);
        if (branch != null) {
            RetakeForks.put(task, branch);
        }
    }

    private static void adopt(RetakeThread t, Object task) {
        RetakeBranch branch = task == null ? null : RetakeForks.take(task);
        if (branch == null) {
            // Nobody handed it over: it belongs to whatever the thread is doing.
            t.suspend(t.branch, t.owned);
        } else {
            t.suspend(branch, 0);
        }
    }

    public static void after(int value, int id) {
        RetakeThread t = RetakeThread.get();
        if (t != null && !t.inside) {
            done(t, id, box(value, hook(id).result), null);
        }
    }

    public static void after(long value, int id) {
        RetakeThread t = RetakeThread.get();
        if (t != null && !t.inside) {
            done(t, id, value, null);
        }
    }

    public static void after(float value, int id) {
        RetakeThread t = RetakeThread.get();
        if (t != null && !t.inside) {
            done(t, id, value, null);
        }
    }

    public static void after(double value, int id) {
        RetakeThread t = RetakeThread.get();
        if (t != null && !t.inside) {
            done(t, id, value, null);
        }
    }

    public static void after(Object value, int id) {
        RetakeThread t = RetakeThread.get();
        if (t != null && !t.inside) {
            done(t, id, value, null);
        }
    }

    public static void after(int id) {
        RetakeThread t = RetakeThread.get();
        if (t != null && !t.inside) {
            done(t, id, null, null);
        }
    }

    public static void threw(Throwable thrown, int id) {
        RetakeThread t = RetakeThread.get();
        if (t != null && !t.inside) {
            done(t, id, null, thrown);
        }
    }

    private static void done(RetakeThread t, int id, Object value, Throwable thrown) {
        RetakeHook hook = hook(id);
        t.inside = true;
        try {
            done(t, hook, value, thrown);
        } catch (Throwable e) {
            failed(t, hook, e);
        } finally {
            t.inside = false;
        }
    }

    private static void done(RetakeThread t, RetakeHook hook, Object value, Throwable thrown) {
        switch (hook.kind) {
            case RetakeHook.POINT:
            case RetakeHook.HANDLE:
                if (t.owned == 0 || t.branch == null && !hook.external || --t.owned > 0) {
                    return;
                }
                close(t, thrown == null ? 0 : 1, thrown == null ? value : thrown, hook.result);
                return;
            case RetakeHook.ENTRY:
                if (t.entries > 0 && --t.entries == 0) {
                    RetakeHttp.end(t);
                }
                return;
            case RetakeHook.FORK:
            case RetakeHook.REJECT:
            case RetakeHook.UNKNOWN:
                return;
            case RetakeHook.ADOPT:
                RetakeBranch adopted = t.branch;
                t.resume();
                if (adopted != null && adopted != t.branch) {
                    adopted.trace.ended();
                }
                return;
            case RetakeHook.BOOT:
                t.resume();
                return;
            default:
                if (t.branch != null && t.owned == 0 && !t.branch.trace.givenUp) {
                    RetakeHttp.after(t, hook, value);
                }
        }
    }

    // ---- answers that before() promised

    public static int takeI(int id) {
        Object answer = take();
        if (answer instanceof Boolean) {
            return (Boolean) answer ? 1 : 0;
        }
        if (answer instanceof Character) {
            return (Character) answer;
        }
        return answer == null ? 0 : ((Number) answer).intValue();
    }

    public static long takeJ(int id) {
        Object answer = take();
        return answer == null ? 0 : ((Number) answer).longValue();
    }

    public static float takeF(int id) {
        Object answer = take();
        return answer == null ? 0 : ((Number) answer).floatValue();
    }

    public static double takeD(int id) {
        Object answer = take();
        return answer == null ? 0 : ((Number) answer).doubleValue();
    }

    public static Object takeL(int id) {
        return take();
    }

    public static void takeV(int id) {
        take();
    }

    private static Object take() {
        RetakeThread t = RetakeThread.get();
        Object answer = t.answer;
        Throwable thrown = t.thrown;
        t.answer = null;
        t.thrown = null;
        if (thrown != null) {
            RetakeShape.UNSAFE.throwException(thrown);
        }
        return answer;
    }

    // ---- fields, elements, constructions

    public static int read(int value, int id) {
        RetakeThread t = RetakeThread.get();
        if (!on || t == null || t.branch == null || t.inside || t.owned > 0 || t.branch.trace.givenUp) {
            return value;
        }
        char type = hook(id).result;
        Object seen = read(t, hook(id), box(value, type), type);
        if (seen instanceof Boolean) {
            return (Boolean) seen ? 1 : 0;
        }
        return seen instanceof Character ? (Character) seen : ((Number) seen).intValue();
    }

    public static long read(long value, int id) {
        RetakeThread t = RetakeThread.get();
        if (!on || t == null || t.branch == null || t.inside || t.owned > 0 || t.branch.trace.givenUp) {
            return value;
        }
        return ((Number) read(t, hook(id), value, 'J')).longValue();
    }

    public static float read(float value, int id) {
        RetakeThread t = RetakeThread.get();
        if (!on || t == null || t.branch == null || t.inside || t.owned > 0 || t.branch.trace.givenUp) {
            return value;
        }
        return ((Number) read(t, hook(id), value, 'F')).floatValue();
    }

    public static double read(double value, int id) {
        RetakeThread t = RetakeThread.get();
        if (!on || t == null || t.branch == null || t.inside || t.owned > 0 || t.branch.trace.givenUp) {
            return value;
        }
        return ((Number) read(t, hook(id), value, 'D')).doubleValue();
    }

    public static Object read(Object value, int id) {
        RetakeThread t = RetakeThread.get();
        if (!on || t == null || t.branch == null || t.inside || t.owned > 0 || t.branch.trace.givenUp) {
            return value;
        }
        return read(t, hook(id), value, 'L');
    }

    private static Object read(RetakeThread t, RetakeHook hook, Object value, char type) {
        t.inside = true;
        try {
            t.branch.ask(hook, null, NO_ARGS);
            if (replay && answer(t, t.branch, hook.name, type)) {
                return t.thrown == null ? t.answer : value;
            }
            t.branch.close(0, value, type);
            return value;
        } catch (Throwable e) {
            failed(t, hook, e);
            return value;
        } finally {
            t.inside = false;
        }
    }

    public static Object check(Object holder, Object value, String field, int id) {
        RetakeThread t = RetakeThread.get();
        if (!on || t == null || t.branch == null || t.inside || t.owned > 0 || t.branch.trace.givenUp) {
            return value;
        }
        RetakeHook hook = hook(id);
        t.inside = true;
        try {
            t.branch.ask(hook, null, NO_ARGS);
            if (replay && answer(t, t.branch, hook.name, OUTLINE)) {
                return t.thrown == null ? RetakeOutline.answer((RetakeDecoder) t.answer, holder, value, field) : value;
            }
            t.branch.close(0, value, OUTLINE);
            return value;
        } catch (Throwable e) {
            failed(t, hook, e);
            return value;
        } finally {
            t.inside = false;
        }
    }

    public static void constructed(Object object, int id) {
        RetakeThread t = RetakeThread.get();
        if (!on || t == null || t.branch == null || t.inside || t.owned > 0 || t.branch.trace.givenUp) {
            return;
        }
        RetakeHook hook = hook(id);
        t.inside = true;
        try {
            t.branch.ask(hook, null, NO_ARGS);
            if (replay && answer(t, t.branch, hook.name, 'L')) {
                if (t.thrown == null && t.answer != null) {
                    RetakeDecoder.copyFields(t.answer, object);
                }
                return;
            }
            t.branch.close(0, object, 'L');
        } catch (Throwable e) {
            failed(t, hook, e);
        } finally {
            t.inside = false;
        }
    }

    // ---- calls on doubles

    static Object askDouble(RetakeDouble target, Method method, Object[] args) throws Throwable {
        RetakeThread t = RetakeThread.getOrCreate();
        boolean nested = t.inside;
        t.inside = true;
        try {
            RetakeBranch branch = open(t);
            if (branch == null) {
                throw new IllegalStateException("retake: this run grew too large to be answered");
            }
            String name = RetakeHttp.signature(method);
            branch.ask(target, name, method.getParameterTypes(), args);
            if (!answer(t, branch, target.type, RetakeShape.character(method.getReturnType()))) {
                branch.abandon();
                throw new IllegalStateException(new StringBuilder("retake: nothing recorded answers ").append(target.type)
                        .append('.').append(name).toString());
            }
        } finally {
            t.inside = nested;
        }
        Object answer = t.answer;
        Throwable thrown = t.thrown;
        t.answer = null;
        t.thrown = null;
        if (thrown != null) {
            throw thrown;
        }
        return answer;
    }

    // ---- helpers

    private static Object box(int value, char type) {
        switch (type) {
            case 'Z':
                return value != 0;
            case 'C':
                return (char) value;
            default:
                return value;
        }
    }

    /** Steps aside. Whatever fails here, of all places, is passed over: the heap may be full, or the stack. */
    private static void failed(RetakeThread t, RetakeHook hook, Throwable e) {
        try {
            tell(t, hook, e);
        } catch (Throwable again) {
            failures++;
        }
    }

    private static void tell(RetakeThread t, RetakeHook hook, Throwable e) {
        failures++;
        RetakeBranch branch = t == null ? null : t.branch != null ? t.branch : t.bootBranch;
        if (branch != null) {
            branch.abandon();
            if (e instanceof RetakeTooLarge) {
                branch.trace.giveUp();
                return;
            }
            branch.trace.incomplete(new StringBuilder("the recording failed at ").append(hook.name).append(": ")
                    .append(e).toString());
        }
        if (t != null) {
            t.bootBranch = null;
        }
        if (failures <= 20) {
            StringBuilder text = new StringBuilder("at ").append(hook.name).append(": ").append(e);
            StackTraceElement[] trace = e.getStackTrace();
            for (int i = 0; i < trace.length && i < 12; i++) {
                text.append("\n    ").append(trace[i]);
            }
            log(text.toString());
        }
    }
}
