package java.lang;

/**
 * What a result set, or its description, said while a request used it. In which order columns are read, and how often, asks
 * nothing of the database, so it is kept beside the events: every call with what came back, in order.
 */
final class RetakeRows {
    static final String METHODS = "methods";
    static final String CALLS = "calls";

    /** What is longer is cut there, and the trace told. */
    private static final int LONGEST = 8 << 20;

    final Object object;
    private final int id;
    private final RetakeTrace trace;
    private final RetakeBuffer out = RetakeBuffer.shared();
    private final RetakeEncoder encoder;
    private RetakeHook[] methods = new RetakeHook[8];
    private int methodCount;
    private int calls;
    /** Whether nothing more is kept. */
    private boolean done;

    RetakeRows(Object object, int id, RetakeTrace trace) {
        this.object = object;
        this.id = id;
        this.trace = trace;
        this.encoder = new RetakeEncoder(out, trace);
    }

    /** What the object has said so far, if it is one of those and a method that only reads is called; else null. */
    static RetakeRows of(RetakeThread t, RetakeHook hook, Object self) {
        if (!hook.reads || t.branch == null || Retake.replay || t.branch.trace.boot) {
            return null;
        }
        return RetakeShape.of(self.getClass()).isRows ? t.branch.rows(self) : null;
    }

    /** A call ended. */
    synchronized void said(RetakeHook hook, Object[] args, int outcome, Object value) {
        if (done) {
            return;
        }
        if (out.length > LONGEST) {
            done = true;
            trace.incomplete("more than 8 MiB of rows were read");
            return;
        }
        out.array(4);
        out.integer(method(hook));
        out.array(args.length);
        for (int i = 0; i < args.length; i++) {
            encoder.value(args[i], hook.arguments.charAt(i));
        }
        out.integer(outcome);
        encoder.answer(value, outcome == 0 ? hook.result : 'L');
        calls++;
        if (encoder.opaque != null) {
            trace.incomplete("an answer could not be copied: ".concat(encoder.opaque));
            encoder.opaque = null;
        }
    }

    private int method(RetakeHook hook) {
        for (int i = 0; i < methodCount; i++) {
            if (methods[i] == hook) {
                return i;
            }
        }
        if (methodCount == methods.length) {
            methods = java.util.Arrays.copyOf(methods, methodCount * 2);
        }
        methods[methodCount] = hook;
        return methodCount++;
    }

    synchronized void write(RetakeBuffer to) {
        to.array(2);
        to.integer(id);
        to.map(2);
        to.name(METHODS);
        to.array(methodCount);
        for (int i = 0; i < methodCount; i++) {
            to.name(methods[i].name);
        }
        to.name(CALLS);
        to.array(calls);
        to.copy(out.bytes, 0, out.length);
    }

    /** Forgets it: its trace has ended. */
    synchronized void release() {
        done = true;
        out.recycle();
        encoder.begin();
    }
}
