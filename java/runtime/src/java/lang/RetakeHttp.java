package java.lang;

import java.lang.reflect.Method;

/** Where requests come in and go out, whichever server carries them. */
final class RetakeHttp {
    /** Names the run that a request belongs to, in replay. */
    private static final String HEADER = "retake-run";

    private static RetakeAdapter tomcat = new RetakeTomcat();
    private static final RetakeAdapter JDK = new RetakeJdkServer();

    private RetakeHttp() {}

    /** Lets go of what was learned of the server's classes. */
    static void forget() {
        tomcat = new RetakeTomcat();
    }

    static String header() {
        return HEADER;
    }

    private static RetakeAdapter adapter(RetakeHook hook) {
        return hook.name.startsWith("tomcat") ? tomcat : JDK;
    }

    static void begin(RetakeThread t, RetakeHook hook, Object[] args) {
        t.owned = 0;
        RetakeAdapter adapter = adapter(hook);
        try {
            if (!Retake.replay && !RetakeControl.admits(adapter, args)) {
                t.branch = RetakeUntraced.ROOT;
                return;
            }
            String run = null;
            if (Retake.replay) {
                run = adapter.header(args, HEADER);
                if (run == null || !Retake.claim(run)) {
                    return;
                }
                adapter.remove(args, HEADER);
            }
            RetakeTrace.cut(false);
            RetakeTrace trace = new RetakeTrace(false, run);
            trace.request = new RetakeBuffer(256);
            trace.loader = Thread.currentThread().getContextClassLoader();
            if (!adapter.request(args, trace.request)) {
                trace.incomplete("the server could not make sense of the request");
            }
            t.branch = trace.branch(null);
            t.entry = args;
            t.adapter = adapter;
            if (trace.measured) {
                RetakeControl.end(trace.startedNanos);
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    static void end(RetakeThread t) {
        RetakeBranch root = t.branch;
        Object[] args = t.entry;
        RetakeAdapter adapter = t.adapter;
        t.branch = null;
        t.entry = null;
        t.adapter = null;
        t.owned = 0;
        if (root == null || root == RetakeUntraced.ROOT) {
            return;
        }
        try {
            RetakeBuffer response = new RetakeBuffer(128);
            adapter.response(args, response);
            root.trace.response = response;
        } catch (Exception e) {
            root.trace.incomplete("the response could not be read: ".concat(e.toString()));
        }
        root.trace.answered();
        root.trace.ended(root);
    }

    /** A body hook, before the server reads or writes. */
    static void before(RetakeThread t, RetakeHook hook, Object[] args) {
        try {
            if (hook.kind == RetakeHook.BODY_OUT) {
                adapter(hook).writing(args, t.branch.trace.responseBody);
            } else {
                t.body = args;
            }
        } catch (Exception e) {
            t.branch.trace.incomplete("the response's body could not be read: ".concat(e.toString()));
        }
    }

    /** A body hook, after the server read or wrote. */
    static void after(RetakeThread t, RetakeHook hook, Object value) {
        if (hook.kind == RetakeHook.BODY_OUT || t.body == null || !(value instanceof Integer)) {
            return;
        }
        Object[] args = t.body;
        t.body = null;
        try {
            adapter(hook).read(args, (Integer) value, t.branch.trace.requestBody);
        } catch (Exception e) {
            t.branch.trace.incomplete("the request's body could not be read: ".concat(e.toString()));
        }
    }

    /** A method's name and descriptor. */
    static String signature(Method method) {
        StringBuilder text = new StringBuilder(method.getName()).append('(');
        for (Class<?> type : method.getParameterTypes()) {
            descriptor(type, text);
        }
        return descriptor(method.getReturnType(), text.append(')')).toString();
    }

    private static StringBuilder descriptor(Class<?> type, StringBuilder text) {
        if (type.isArray()) {
            return descriptor(type.getComponentType(), text.append('['));
        }
        char character = RetakeShape.character(type);
        text.append(character);
        if (character == 'L') {
            text.append(type.getName().replace('.', '/')).append(';');
        }
        return text;
    }
}
