package java.lang;

import jdk.internal.vm.annotation.DontInline;

/**
 * What woven code calls. Nothing here may throw, block or change what the application sees, except the answers of a
 * replay; every hook is fenced, and while the runtime itself is at work its own calls pass unseen.
 */
public final class Retake {
    /** Whether hooks do anything at all. */
    private static boolean on;

    /** Whether no trace begins any more; those that have begun go on. */
    static boolean refusing;
    /** Whether requests that are still served count as lost; what their hooks see is no longer whole. */
    static boolean finished;
    /** Counts the agents that this process has had. What belongs to an earlier one is none of the next one's business. */
    static int epoch;

    /** Whether a recording answers, instead of one being made. */
    static boolean replay;

    /** Stands where a descriptor character does: of the object only the outline. */
    static final char OUTLINE = 'O';

    /** What the names of the application's classes begin with. */
    static String[] scope = new String[0];

    private Retake() {}

    // ---- what the agent provides

    /** Hands a whole trace over; false if there is no room and it was dropped. */
    static native boolean submit(byte[] trace, int length, boolean boot);

    /** Says what a number means in the traces from here on; false if that was not understood. */
    static native boolean named(int number, String name);

    /** Counts a trace that could not be handed over. */
    static native void lost(int why, boolean boot);

    /** Why a trace is lost: it grew too large. */
    static final int TOO_LARGE = 0;
    /** Why a trace is lost: the recording ended while the request was served. */
    static final int UNFINISHED = 1;
    /** Why a trace is lost: all traces together had no more room. */
    static final int NO_MEMORY = 2;

    /** In replay: whether this run is waiting for its request. */
    static native boolean claim(String run);

    /** In replay: whether this run was recorded call by call, before statements were recorded as what they execute. */
    static native boolean byCall(String run);

    /**
     * In replay: the answer to the question in {@code event}. The first byte says how: 0 return the value that follows,
     * 1 throw it, 2 go on live, 3 refuse with the message that follows; 16 more if the recording expected something else.
     */
    static native byte[] ask(String run, int[] path, byte[] event, int start, int length);

    /** What the hook with this number does. */
    static native byte[] describe(int id);

    /** Says which methods a type of handles has: their names and arguments, a line each. */
    static native void declared(String type, String methods);

    /** Has a class woven so that it tells what passes through its objects; false if that cannot be. */
    static native boolean follow(Class<?> type, int kind);

    /** Has a class of handles woven of which an object is given to somebody; false if that cannot be. */
    static native boolean give(Class<?> type);

    /** In replay: what passed through a handle; null if the recording does not say. */
    static native byte[] passed(String run, int id, boolean boot);

    /** In a diagnosis: a call has ended that is watched. */
    static native void watched(String run, int[] path, int hook, long asked, long answered);

    /** In replay: whether this process takes connections, or datagrams, at a path or else at a port. */
    static native boolean listens(String path, int port, boolean datagrams);

    /** In replay: whether a connection may be made that belongs to no run; if not, it is told in these words. */
    static native boolean connects(String words, String name);

    /** Says on the agent's log what went wrong inside the runtime. */
    static native void log(String message);

    // ---- what the agent calls

    /** Takes the plan; every agent calls it once, before anything is woven. */
    static void install(byte[] plan) {
        forget();
        RetakeReader in = new RetakeReader(plan, 0);
        in.expectArray();
        boolean replaying = in.expectInteger() == 1;
        String[] types = new String[in.expectArray()];
        String[][] implementers = new String[types.length][];
        for (int i = 0; i < types.length; i++) {
            in.expectArray();
            types[i] = in.expectText();
            implementers[i] = new String[in.expectArray()];
            for (int j = 0; j < implementers[i].length; j++) {
                implementers[i][j] = in.expectText();
            }
        }
        RetakeHandles.implementers = implementers;
        String[] prefixes = new String[in.expectArray()];
        for (int i = 0; i < prefixes.length; i++) {
            prefixes[i] = in.expectText();
        }
        RetakeHooks.first = in.expectInteger();
        scope = prefixes;
        RetakeHandles.told = new boolean[types.length];
        RetakeHandles.types = types;
        for (String type : types) {
            RetakeHandles.declare(type);
        }
        replay = replaying;
        refusing = false;
        finished = false;
        warm();
    }

    /** Takes what says which requests are recorded; every agent that records calls it once, after the plan. */
    static void control(byte[] rules) {
        RetakeControl.install(rules);
    }

    /** Runs what the first hook would otherwise initialise inside woven code. */
    private static void warm() {
        RetakePoints.close(RetakeThread.getOrCreate(), 0, null, 'V');
        RetakeFence.ready();
        RetakeHooks.ready();
        RetakeTrace trace = new RetakeTrace(true, null);
        RetakeBranch branch = trace.branch(null);
        branch.ask(new RetakeHook(0, RetakeHook.POINT, "", "L", 'L', false, new String[] {"argument 0"}), null, new Object[] {"x"});
        branch.close(0, new java.util.ArrayList<Object>(), 'L');
        RetakeOutline.write(branch.out, new java.util.concurrent.locks.ReentrantLock());
        RetakeForks.TASKS.put(trace, branch);
        RetakeForks.TASKS.take(trace);
        RetakeThreads.ended(trace);
        RetakeTasks.ended(RetakeThread.getOrCreate());
        RetakeScalars.text(java.math.BigDecimal.ONE);
        new RetakeDecoder(new byte[] {(byte) 0xf6}, 0, null, new Object[0], null);
        RetakeWorkers.through(RetakeThread.getOrCreate());
        RetakeHttp.header();
        RetakeUntraced.ready();
        try {
            RetakeStages.ready();
        } catch (Exception e) {
            log("stages are not followed: ".concat(e.toString()));
        }
        RetakeClock.begin();
    }

    static void enable(boolean enabled) {
        on = enabled;
    }

    /** The thread that runs this begins. */
    static void began() {
        if (on) {
            RetakeThreads.began();
        }
    }

    /** A thread has come to its end. */
    static void ended(Thread thread) {
        RetakeThreads.ended(thread);
    }

    /** In replay: calls an entry that is a method; gives why that could not be done, or null. */
    static String invoke(Class<?> type, Object target, String signature, String run, byte[] args) {
        return RetakeInvoke.call(type, target, signature, run, args);
    }

    /** From here on no trace begins. */
    static void refuse() {
        refusing = true;
    }

    /** How many requests are being traced. */
    static int unfinished() {
        return RetakeTrace.unfinished();
    }

    /** The recording ends: what is still waiting will not come. */
    static void finish() {
        on = false;
        RetakeForks.TASKS.abandon();
        RetakeTrace.cut(true);
        finished = true;
        for (int i = RetakeTrace.unfinished(); i > 0; i--) {
            lost(UNFINISHED, false);
        }
    }

    /** Lets go of everything that is known of the application, and of traces that never ended. */
    static void forget() {
        epoch++;
        RetakeHooks.forget();
        RetakePoints.forget();
        RetakeForks.forget();
        RetakeWorking.forget();
        RetakeRegions.forget();
        RetakePublishers.forget();
        RetakeChannels.forget();
        RetakeClock.end();
        RetakeTrace.forget();
        RetakeHandles.forget();
        RetakeStreams.forget();
        RetakeShape.forget();
        RetakeHttp.forget();
        RetakeControl.forget();
    }

    // ---- what woven code calls

    /** Whether {@link #before} is to be called. Most hooks end here: outside of requests, and inside a point that owns. */
    public static boolean wanted(int id) {
        if (!on) {
            return false;
        }
        RetakeThread t = RetakeWorking.find();
        return (t != null || !RetakeHooks.is(id, RetakeHooks.WORKING_ONLY)) && wanted(t, id);
    }

    @DontInline
    private static boolean wanted(RetakeThread working, int id) {
        if (working != null && working.branch != null && !working.inside && RetakeHooks.is(id, RetakeHooks.SILENT_BELOW)
                && RetakeHooks.isKnown(id)) {
            // The number of the hook says enough.
            if (working.owned > 0) {
                // A layer below the owner is silent; its end counts it down again.
                working.owned++;
                return false;
            }
            if (!working.branch.trace.givenUp) {
                return true;
            }
        }
        RetakeThread t = working != null || RetakeForks.THREADS.pending.now == 0 ? working : RetakeThread.get();
        if (t == null) {
            return RetakeDispatch.starts(RetakeHooks.of(id), false);
        }
        if (t.inside) {
            return false;
        }
        RetakeHook hook = RetakeHooks.of(id);
        if (t.branch == null && !RetakeDispatch.starts(hook, t.isBusy())) {
            return false;
        }
        if (hook.kind == RetakeHook.UNKNOWN) {
            return false;
        }
        if (t.owned > 0 && hook.kind <= RetakeHook.HANDLE) {
            t.owned++;
            return false;
        }
        return t.branch == null || !t.branch.trace.givenUp || RetakeUntraced.passes(hook);
    }

    @DontInline
    public static boolean before(Object self, Object[] args, int id) {
        RetakeHook hook = RetakeHooks.of(id);
        RetakeThread t = RetakeWorking.find();
        return t != null && t.branch != null && hook.kind <= RetakeHook.HANDLE ? crosses(t, hook, self, args)
                : begins(hook, self, args);
    }

    /** A request comes to a point, which is what most hooks are for; its thread is known to work, and goes on doing so. */
    private static boolean crosses(RetakeThread t, RetakeHook hook, Object self, Object[] args) {
        t.inside = true;
        long begun = 0;
        try {
            begun = RetakeControl.begin(t);
            return RetakePoints.cross(t, hook, self, args);
        } catch (Throwable e) {
            RetakeFence.failed(t, hook, e);
            return false;
        } finally {
            RetakeControl.end(t, begun);
            t.inside = false;
        }
    }

    @DontInline
    private static boolean begins(RetakeHook hook, Object self, Object[] args) {
        RetakeThread t = null;
        long begun = 0;
        try {
            t = RetakeThread.getOrCreate();
            t.enter();
            begun = RetakeControl.begin(t);
            if (hook.kind == RetakeHook.UNKNOWN) {
                return false;
            }
            return hook.kind <= RetakeHook.HANDLE ? RetakePoints.cross(t, hook, self, args)
                    : RetakeDispatch.begins(t, hook, self, args);
        } catch (Throwable e) {
            RetakeFence.failed(t, hook, e);
            return false;
        } finally {
            if (t != null) {
                RetakeControl.end(t, begun);
                t.leave();
            }
        }
    }

    public static void after(int value, int id) {
        RetakeThread t = RetakeWorking.find();
        if (t != null) {
            ended(t, id, value);
        }
    }

    public static void after(long value, int id) {
        RetakeThread t = RetakeWorking.find();
        if (t != null) {
            ended(t, id, value);
        }
    }

    public static void after(float value, int id) {
        RetakeThread t = RetakeWorking.find();
        if (t != null) {
            ended(t, id, value, null);
        }
    }

    public static void after(double value, int id) {
        RetakeThread t = RetakeWorking.find();
        if (t != null) {
            ended(t, id, value, null);
        }
    }

    public static void after(Object value, int id) {
        RetakeThread t = RetakeWorking.find();
        if (t != null) {
            ended(t, id, value, null);
        } else if (!RetakeHooks.is(id, RetakeHooks.ENDS_WORKING)) {
            came(value, id);
        }
    }

    public static void after(int id) {
        RetakeThread t = RetakeWorking.find();
        if (t != null) {
            ended(t, id, null, null);
        }
    }

    public static void threw(Throwable thrown, int id) {
        RetakeThread t = RetakeWorking.find();
        if (t != null) {
            ended(t, id, null, thrown);
        }
    }

    /** A thread that did nothing has got something to do, which may be a request's. */
    @DontInline
    private static void came(Object task, int id) {
        if (on && task != null && RetakeForks.TASKS.pending.now > 0) {
            ended(RetakeThread.getOrCreate(), id, task, null);
        }
    }

    // Numbers are made objects where somebody looks at them, and not before.

    @DontInline
    private static void ended(RetakeThread t, int id, int value) {
        if (!rises(t, id)) {
            number(t, id, value);
        }
    }

    @DontInline
    private static void ended(RetakeThread t, int id, long value) {
        if (!rises(t, id)) {
            number(t, id, value);
        }
    }

    private static void number(RetakeThread t, int id, long value) {
        RetakeHook hook = RetakeHooks.of(id);
        if (isOwner(t, hook)) {
            closes(t, hook, RetakeBranch.NUMBER, value, 0);
        } else {
            ended(t, id, box(value, hook.result), null);
        }
    }

    @DontInline
    private static void ended(RetakeThread t, int id, Object value, Throwable thrown) {
        if (rises(t, id) || t.inside) {
            return;
        }
        RetakeHook hook = RetakeHooks.of(id);
        if (t.owned > 1 && hook.kind <= RetakeHook.HANDLE) {
            // A layer below the owner has nothing to say.
            t.owned -= t.branch != null || hook.external ? 1 : 0;
        } else if (isOwner(t, hook)) {
            closes(t, hook, thrown == null ? value : thrown, 0, thrown == null ? 0 : 1);
        } else {
            conclude(t, hook, value, thrown);
        }
    }

    /** Whether what ends is the point of a request that owns what happened inside it, which is what most hooks are for. */
    private static boolean isOwner(RetakeThread t, RetakeHook hook) {
        return hook.kind <= RetakeHook.HANDLE && t.owned == 1 && !t.inside && t.branch != null;
    }

    /** Such a point ends, with an object, with a number, or with what it threw. */
    @DontInline
    private static void closes(RetakeThread t, RetakeHook hook, Object value, long number, int outcome) {
        t.inside = true;
        long begun = 0;
        try {
            begun = RetakeControl.begin(t);
            t.owned = 0;
            if (t.passing) {
                RetakeConnects.passed(t);
            }
            if (value == RetakeBranch.NUMBER) {
                t.branch.closeNumber(number, hook.result);
            } else {
                t.branch.close(outcome, value, hook.result);
            }
        } catch (Throwable e) {
            RetakeFence.failed(t, hook, e);
        } finally {
            RetakeControl.end(t, begun);
            t.inside = false;
        }
    }

    /** Whether this is the end of a layer below an owner, which has nothing to say. */
    private static boolean rises(RetakeThread t, int id) {
        if (t.owned > 1 && t.branch != null && !t.inside && RetakeHooks.is(id, RetakeHooks.SILENT_BELOW) && RetakeHooks.isKnown(id)) {
            t.owned--;
            return true;
        }
        return false;
    }

    private static void conclude(RetakeThread t, RetakeHook hook, Object value, Throwable thrown) {
        t.enter();
        long begun = RetakeControl.begin(t);
        try {
            done(t, hook, value, thrown);
        } catch (Throwable e) {
            RetakeFence.failed(t, hook, e);
        } finally {
            RetakeControl.end(t, begun);
            t.leave();
        }
    }

    private static void done(RetakeThread t, RetakeHook hook, Object value, Throwable thrown) {
        if (hook.kind > RetakeHook.HANDLE) {
            RetakeDispatch.ends(t, hook, value, thrown);
        } else if (t.owned > 0 && (t.branch != null || hook.external) && --t.owned == 0) {
            RetakePoints.close(t, thrown == null ? 0 : 1, thrown == null ? value : thrown, hook.result);
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

    /** This thread, if it is about to cross a point that has no layer below it. */
    private static RetakeThread crossing() {
        if (!on) {
            return null;
        }
        RetakeThread t = RetakeWorking.find();
        return t == null || t.branch == null || t.inside || t.owned > 0 || t.branch.trace.givenUp ? null : t;
    }

    public static int read(int value, int id) {
        RetakeThread t = crossing();
        if (t == null) {
            return value;
        }
        char type = RetakeHooks.of(id).result;
        Object seen = RetakePoints.read(t, RetakeHooks.of(id), box(value, type), type);
        if (seen instanceof Boolean) {
            return (Boolean) seen ? 1 : 0;
        }
        return seen instanceof Character ? (Character) seen : ((Number) seen).intValue();
    }

    public static long read(long value, int id) {
        RetakeThread t = crossing();
        if (t == null) {
            return value;
        }
        return ((Number) RetakePoints.read(t, RetakeHooks.of(id), value, 'J')).longValue();
    }

    public static float read(float value, int id) {
        RetakeThread t = crossing();
        if (t == null) {
            return value;
        }
        return ((Number) RetakePoints.read(t, RetakeHooks.of(id), value, 'F')).floatValue();
    }

    public static double read(double value, int id) {
        RetakeThread t = crossing();
        if (t == null) {
            return value;
        }
        return ((Number) RetakePoints.read(t, RetakeHooks.of(id), value, 'D')).doubleValue();
    }

    public static Object read(Object value, int id) {
        RetakeThread t = crossing();
        if (t == null) {
            return value;
        }
        return RetakePoints.read(t, RetakeHooks.of(id), value, 'L');
    }

    public static Object check(Object holder, Object value, String field, int id) {
        RetakeThread t = crossing();
        return t == null ? value : RetakePoints.check(t, RetakeHooks.of(id), holder, value, field);
    }

    public static void constructed(Object object, int id) {
        RetakeThread t = crossing();
        if (t != null) {
            RetakePoints.constructed(t, RetakeHooks.of(id), object);
        }
    }

    // ---- helpers

    /** Whether a class is one of the application's. */
    static boolean isApplication(String name) {
        for (String prefix : scope) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    static Object box(long value, char type) {
        switch (type) {
            case 'Z':
                return value != 0;
            case 'C':
                return (char) value;
            case 'J':
                return value;
            default:
                return (int) value;
        }
    }
}
