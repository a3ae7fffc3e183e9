package java.lang;

import java.lang.reflect.Method;
import jdk.internal.vm.annotation.DontInline;

/** Where requests come in and go out, whichever server carries them. */
final class RetakeHttp {
    /** Names the run that a request belongs to, in replay. */
    private static final String HEADER = "retake-run";

    private static final RetakeAdapter JDK = new RetakeJdkServer();
    private static final RetakeAdapter JETTY = new RetakeJetty();
    private static final RetakeAdapter JETTY_12 = new RetakeJetty12();
    private static final RetakeAdapter UNDERTOW = new RetakeUndertow();
    private static RetakeAdapter tomcat = new RetakeTomcat();

    private RetakeHttp() {}

    /** Lets go of what was learned of the server's classes. */
    static void forget() {
        tomcat = new RetakeTomcat();
        RetakeExchange.forget();
        RetakeMembers.forget();
    }

    static String header() {
        new RetakeSeam(null, false).exchange = RetakeExchange.find(HEADER);
        RetakeMembers.forget();
        return HEADER;
    }

    private static RetakeAdapter adapter(RetakeHook hook) {
        if (hook.adapter == null) {
            hook.adapter = adapter(hook.name);
        }
        return hook.adapter;
    }

    private static RetakeAdapter adapter(String name) {
        switch (name) {
            case "tomcat":
                return tomcat;
            case "jetty":
                return JETTY;
            case "jetty-12":
                return JETTY_12;
            case "undertow":
                return UNDERTOW;
            default:
                return JDK;
        }
    }

    /** A thread of a server comes to a seam: with a new request, or with one that it goes on with. */
    static void begin(RetakeThread t, RetakeHook hook, Object self, Object[] args) {
        RetakeAdapter adapter = adapter(hook);
        RetakeSeam seam = new RetakeSeam(t.seam, hook.kind == RetakeHook.AGAIN && adapter.letsGo());
        t.seam = seam;
        t.suspend(t.branch, t.owned, false);
        try {
            seam.request = adapter.request(hook, self, args);
            RetakeExchange exchange = RetakeExchange.find(seam.request);
            if (hook.kind == RetakeHook.ENTRY && adapter.begins(seam.request, exchange != null)) {
                if (exchange != null) {
                    exchange.replaced();
                }
                t.branch = null;
                t.owned = 0;
                exchange = first(seam.request, adapter);
            }
            if (exchange != null && exchange.enter()) {
                seam.exchange = exchange;
                t.branch = exchange.root;
                t.owned = 0;
            } else if (exchange == null && t.branch == null && !Retake.replay) {
                // It began before the agent came. What it hands to other threads is nobody else's.
                t.branch = RetakeUntraced.ROOT;
                t.owned = 0;
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Begins the trace of a request; null if it is not to be traced. */
    @DontInline
    private static RetakeExchange first(Object request, RetakeAdapter adapter) throws Exception {
        if (!Retake.replay && !RetakeControl.admits(adapter, request)) {
            // It is known all the same: a server that comes back to it does not bring another one.
            return RetakeExchange.begin(request, RetakeUntraced.ROOT, adapter);
        }
        String run = null;
        if (Retake.replay) {
            run = adapter.header(request, HEADER);
            if (run == null || !Retake.claim(run)) {
                return null;
            }
            adapter.remove(request, HEADER);
        }
        RetakeTrace.cut(false);
        RetakeTrace trace = new RetakeTrace(false, run);
        trace.request = RetakeBuffer.shared();
        trace.loader = Thread.currentThread().getContextClassLoader();
        try {
            if (!adapter.head(request, trace.request)) {
                trace.incomplete("the server could not make sense of the request");
            }
        } catch (Exception e) {
            trace.incomplete("the request could not be read: ".concat(e.toString()));
            trace.request.length = 0;
            trace.request.name("?");
            trace.request.name("?");
            trace.request.array(0);
        }
        RetakeExchange exchange = RetakeExchange.begin(request, trace.branch(null), adapter);
        RetakeControl.begun(trace);
        return exchange;
    }

    /** A thread of a server returns from a seam. */
    static void end(RetakeThread t) {
        RetakeSeam seam = t.seam;
        if (seam == null) {
            return;
        }
        t.seam = seam.outer;
        t.resume();
        RetakeExchange exchange = seam.exchange;
        if (exchange == null) {
            return;
        }
        RetakeSeam outer = seam.outer;
        if (seam.letsGo && outer != null && outer.exchange == exchange && exchange.isOpen()) {
            // Inside, the server has let go of the request until it is called back, perhaps on another thread by now.
            outer.exchange = null;
            t.branch = null;
            exchange.leave(seam.request);
        }
        exchange.leave(seam.request);
    }

    /** The server tells that a response is complete. What it does next is for the connection. */
    static void complete(RetakeThread t, RetakeHook hook, Object self, Object[] args) {
        t.suspend(null, 0, false);
        try {
            Object request = adapter(hook).request(hook, self, args);
            RetakeExchange exchange = RetakeExchange.find(request);
            if (exchange != null) {
                exchange.complete(request, self);
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** A body hook, before the server reads or writes. */
    static void before(RetakeThread t, RetakeHook hook, Object self, Object[] args) {
        if (t.bodyOf != null) {
            t.bodies++;
            return;
        }
        try {
            RetakeAdapter adapter = adapter(hook);
            RetakeExchange exchange = adapter.exchange(t, hook, self, args);
            if (exchange == null || exchange.root.trace.givenUp || !exchange.enter()) {
                return;
            }
            t.bodyOf = exchange;
            t.body = adapter.remember(args);
            if (hook.kind == RetakeHook.BODY_OUT) {
                adapter.writing(args, exchange.root.trace.responseBody);
            }
        } catch (RetakeTooLarge e) {
            t.bodyOf.root.trace.giveUp();
        } catch (Exception e) {
            unread(t.bodyOf, e);
        }
    }

    /** A body hook, after the server read or wrote. */
    static void after(RetakeThread t, RetakeHook hook, Object value) {
        if (t.bodies > 0) {
            t.bodies--;
            return;
        }
        RetakeExchange exchange = t.bodyOf;
        Object[] args = t.body;
        t.bodyOf = null;
        t.body = null;
        if (exchange == null) {
            return;
        }
        RetakeTrace trace = exchange.root.trace;
        try {
            if (trace.givenUp || value == null) {
                return;
            }
            if (hook.kind == RetakeHook.BODY_OUT) {
                adapter(hook).written(args, value, trace.responseBody);
            } else {
                adapter(hook).read(args, value, trace.requestBody);
            }
        } catch (RetakeTooLarge e) {
            trace.giveUp();
        } catch (Exception e) {
            unread(exchange, e);
        } finally {
            exchange.passed();
        }
    }

    private static void unread(RetakeExchange exchange, Exception e) {
        if (exchange == null) {
            throw new IllegalStateException(e);
        }
        exchange.root.trace.incomplete("a body could not be read: ".concat(e.toString()));
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
