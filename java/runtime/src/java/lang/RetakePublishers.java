package java.lang;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.Callable;

/**
 * Publishers that points give. Nobody but the application subscribes to them. When it does, what it is told is recorded, and
 * runs in a region of its own, whichever thread tells; what happens on the library's side is inside of the point.
 */
final class RetakePublishers {
    static final String PUBLISHER = "org.reactivestreams.Publisher";
    /** What {@code requestFusion} answers if everything is there to be taken at once. */
    private static final int AT_ONCE = 1;

    /** Whether a class tells of its objects. */
    private static ClassValue<boolean[]> woven = fresh();

    private RetakePublishers() {}

    private static ClassValue<boolean[]> fresh() {
        return new ClassValue<boolean[]>() {
            @Override
            protected boolean[] computeValue(Class<?> type) {
                return new boolean[1];
            }
        };
    }

    static void forget() {
        woven = fresh();
    }

    /** Has a class and what it inherits from tell what is said to its objects, and what they are asked. */
    private static boolean weave(Class<?> type) {
        boolean[] known = woven.get(type);
        if (known[0]) {
            return true;
        }
        boolean all = true;
        for (Class<?> c = type; c != null && c != Object.class && !isTopmost(c.getName()); c = c.getSuperclass()) {
            all &= Retake.follow(c, RetakeStream.PUBLISHER);
        }
        known[0] = all;
        return all;
    }

    /** What these do themselves, they do by calls on the others. */
    private static boolean isTopmost(String name) {
        return name.equals("reactor.core.publisher.Mono") || name.equals("reactor.core.publisher.Flux");
    }

    /** Follows a publisher that the application is about to get; false if that cannot be. */
    static boolean follow(Object publisher, RetakeStream stream) {
        if (RetakeShape.supertype(publisher.getClass(), "reactor.core.Fuseable$ScalarCallable") == null) {
            return weave(publisher.getClass());
        }
        // It holds what it gives, and nobody needs to subscribe to get it.
        stream.atOnce();
        try {
            Object value = ((Callable<?>) publisher).call();
            if (value != null) {
                stream.next(value);
            }
            stream.end();
        } catch (Throwable e) {
            stream.fail(e);
        }
        return true;
    }

    /** A call on an object whose class is woven begins; true if it was made here. */
    static boolean before(RetakeThread t, RetakeHook hook, Object self, Object[] args) {
        String name = hook.name;
        if (name.startsWith("subscribe")) {
            return subscribe(t, name, self, args);
        }
        RetakeWatch watch = Retake.replay ? null : RetakeHandles.watch(self);
        if (name.startsWith("call()")) {
            RetakeStream stream = watch == null && !Retake.replay ? stream(t, self) : null;
            asked(t, hook, stream);
        } else if (watch == null || watch.over || watch.source == name.startsWith("on") || isPart(t, name, watch.stream)) {
            t.suspend(t.branch, t.owned, false);
        } else if (watch.source) {
            asked(t, hook, watch.stream);
        } else {
            t.streamCall = new RetakeStreamCall(hook, watch.stream, null, t.streamCall);
            told(t, name, watch, args);
        }
        return false;
    }

    /** Whether a call is how the same method of a subclass, or a bridge to it, does its work. */
    private static boolean isPart(RetakeThread t, String name, RetakeStream stream) {
        RetakeStreamCall call = t.streamCall;
        int end = name.indexOf('(') + 1;
        return call != null && call.stream == stream && call.hook.name.regionMatches(0, name, 0, end);
    }

    private static RetakeStream stream(RetakeThread t, Object publisher) {
        if (t.branch != null && t.branch.trace.givenUp) {
            return null;
        }
        return RetakeHandles.stream(publisher, t.branch == null ? null : t.branch.trace);
    }

    /** The application subscribes. */
    private static boolean subscribe(RetakeThread t, String name, Object publisher, Object[] args) {
        RetakeStream stream = Retake.replay ? null : stream(t, publisher);
        Object subscriber = args.length == 1 ? args[0] : null;
        if (stream == null || subscriber == null || t.owned > 0 || stream.kind != RetakeStream.PUBLISHER || stream.isDone()) {
            t.suspend(t.branch, t.owned, false);
            return false;
        }
        if (!weave(subscriber.getClass())) {
            stream.unseen(subscriber.getClass());
            t.suspend(t.branch, t.owned, false);
            return false;
        }
        RetakeRegion region = t.branch == null ? null : new RetakeRegion(subscriber, 0, t.branch, false);
        RetakeHandles.watch(subscriber, new RetakeWatch(stream.again(), region, false));
        t.suspend(t.branch, 1, false);
        if (!name.startsWith("subscribeOrReturn")) {
            return false;
        }
        // The caller would go on with what is behind this publisher as if that were the application's. It is told that the
        // publisher has subscribed itself, which is as good to it.
        t.answer = null;
        t.thrown = null;
        t.inside = false;
        Throwable thrown = null;
        try {
            Class<?> face = RetakeShape.supertype(publisher.getClass(), "reactor.core.CorePublisher");
            Class<?> core = RetakeShape.supertype(subscriber.getClass(), "reactor.core.CoreSubscriber");
            face.getMethod("subscribe", core).invoke(publisher, subscriber);
        } catch (InvocationTargetException e) {
            thrown = e.getCause();
        } catch (ReflectiveOperationException e) {
            thrown = e;
        } finally {
            t.inside = true;
        }
        t.resume();
        t.answer = null;
        t.thrown = thrown;
        return true;
    }

    /** The application is told something. */
    private static void told(RetakeThread t, String name, RetakeWatch watch, Object[] args) {
        if (name.startsWith("onSubscribe")) {
            if (args[0] != null && weave(args[0].getClass())) {
                RetakeHandles.watch(args[0], new RetakeWatch(watch.stream, null, true));
            }
            if (watch.region == null ? t.branch == null : t.branch == watch.region.parent) {
                // Who subscribed is told at once, before anything passes.
                t.suspend(t.branch, 0, false);
                return;
            }
        } else {
            if (watch.region != null && t.branch == watch.region.parent) {
                watch.stream.atOnce();
            }
            tell(name, watch, args);
        }
        RetakeBranch branch = watch.region == null ? null : watch.region.parent.trace.come(watch.region);
        if (branch == null) {
            // Outside of requests, too, what is done about it is not the library's business.
            t.suspend(t.branch, watch.region == null && t.branch == null ? 0 : t.owned, false);
        } else {
            t.suspend(branch, 0, true);
        }
    }

    /** A region is told something, which is perhaps what a publisher tells. */
    static void heard(RetakeThread t, String name, Object self, Object[] args) {
        RetakeWatch watch = RetakeStreams.any() && !Retake.replay ? RetakeHandles.watch(self) : null;
        if (watch != null && !watch.over && !watch.source) {
            if (watch.region != null && t.branch == watch.region.parent) {
                watch.stream.atOnce();
            }
            tell(name, watch, args);
        }
    }

    private static void tell(String name, RetakeWatch watch, Object[] args) {
        if (name.startsWith("onNext")) {
            if (args[0] != null) {
                watch.stream.next(args[0]);
            }
        } else if (name.startsWith("onError")) {
            watch.over = true;
            watch.stream.fail((Throwable) args[0]);
        } else {
            watch.over = true;
            watch.stream.end();
        }
    }

    /** The library is asked something. How it does that is its own business. */
    private static void asked(RetakeThread t, RetakeHook hook, RetakeStream stream) {
        if (stream != null) {
            t.streamCall = new RetakeStreamCall(hook, stream, null, t.streamCall);
        }
        t.suspend(t.branch, stream == null ? t.owned : Math.max(1, t.owned), false);
    }

    /** A call on an object whose class is woven ended. */
    static void after(RetakeThread t, RetakeHook hook, Object value, Throwable thrown) {
        RetakeTasks.ended(t);
        RetakeStreamCall call = t.streamCall;
        if (call == null || call.hook != hook) {
            return;
        }
        t.streamCall = call.outer;
        RetakeStream stream = call.stream;
        String name = hook.name;
        if (name.startsWith("call()")) {
            stream.atOnce();
            if (thrown != null) {
                stream.fail(thrown);
            } else {
                if (value != null) {
                    stream.next(value);
                }
                stream.end();
            }
        } else if (name.startsWith("poll()")) {
            if (thrown != null) {
                stream.fail(thrown);
            } else if (value != null) {
                if (stream.taken) {
                    stream.atOnce();
                }
                stream.next(value);
            } else if (stream.taken) {
                stream.end();
            }
        } else if (name.startsWith("isEmpty()") && stream.taken && Boolean.TRUE.equals(value)) {
            stream.end();
        } else if (name.startsWith("requestFusion")) {
            stream.taken = value instanceof Integer && (Integer) value == AT_ONCE;
        }
    }

    // ---- in replay

    /** What stands in for a publisher; null if there is nothing to make one with. */
    static Object build(RetakeDouble handle, Class<?> type, RetakePassed passed, ClassLoader loader) throws Exception {
        Class<?> made = type;
        if (!isTopmost(type.getName())) {
            made = RetakeDecoder.load("reactor.core.publisher.Flux", loader);
        }
        if (!type.isAssignableFrom(made)) {
            return null;
        }
        Object publisher = made.getMethod("create", java.util.function.Consumer.class)
                .invoke(null, new RetakeSignals(passed, made.getName().endsWith("Mono")));
        RetakeHandles.put(publisher, handle, null);
        return publisher;
    }
}
