package java.lang;

/** Which objects are followed, and what stands in for them in replay. */
final class RetakeStreams {
    /** How many are followed now: while there are none, calls on woven classes are nobody's business. */
    private static volatile int followed;

    private RetakeStreams() {}

    static boolean any() {
        return followed > 0;
    }

    static synchronized void forget() {
        followed = 0;
    }

    static synchronized void count(int more) {
        // What was forgotten may still come to its end.
        followed = Math.max(0, followed + more);
    }

    /** Has a class and what it inherits from tell what passes through its objects; false if one of them cannot be woven. */
    private static boolean weave(Class<?> type, int kind) {
        RetakeShape shape = RetakeShape.of(type);
        if ((shape.tells & 1 << kind) != 0) {
            return true;
        }
        boolean all = true;
        // What the topmost class does itself, it does by calls on the others.
        for (Class<?> c = type; c != null && c != Object.class && c != java.io.InputStream.class
                && c != java.io.OutputStream.class; c = c.getSuperclass()) {
            all &= Retake.follow(c, kind);
        }
        if (all) {
            shape.tells |= 1 << kind;
        }
        return all;
    }

    /** Follows an object that the application is about to get. */
    static void follow(Object object, RetakeShape shape, RetakeHandle handle, RetakeTrace trace) {
        if (handle.stream != null || Retake.replay) {
            return;
        }
        if (shape.stream == RetakeStream.PUBLISHER || shape.stream == RetakeStream.ELEMENTS) {
            later(object, shape.stream, handle, trace);
            return;
        }
        if (shape.stream != RetakeStream.FUTURE && !weave(object.getClass(), shape.stream)) {
            trace.incomplete("an answer could not be copied: ".concat(shape.type.getName())
                    .concat(": what passes through it cannot be seen"));
            return;
        }
        count(1);
        RetakeStream stream = new RetakeStream(shape.stream, handle.id, object, trace);
        stream.passes(handle);
        if (!trace.boot) {
            trace.follow(stream);
        } else if (shape.stream == RetakeStream.FUTURE) {
            RetakeFuture.tell((java.util.concurrent.Future<?>) object, stream);
        }
    }

    /** Follows what gives nothing before the application subscribes, or walks through it. */
    private static void later(Object object, int kind, RetakeHandle handle, RetakeTrace trace) {
        RetakeStream stream = new RetakeStream(kind, handle.id, object, trace);
        count(1);
        stream.passes(handle);
        if (!trace.boot) {
            trace.follow(stream);
        }
        try {
            if (kind == RetakeStream.PUBLISHER ? RetakePublishers.follow(object, stream) : RetakeElements.follow(object, stream)) {
                return;
            }
        } catch (Exception e) {
            stream.broken(e);
        }
        stream.unseen(object.getClass());
    }

    /** Follows an iterator for what gave it. */
    static void followToo(Object iterator, RetakeStream stream, RetakeTrace trace) {
        if (weave(iterator.getClass(), RetakeStream.ITERATOR)) {
            stream.passes(RetakeHandles.put(iterator));
        } else {
            trace.incomplete("an answer could not be copied: ".concat(iterator.getClass().getName())
                    .concat(": what passes through it cannot be seen"));
        }
    }

    /** A call on an object whose class is woven begins; true if it was made here. */
    static boolean before(RetakeThread t, RetakeHook hook, Object self, Object[] args) {
        if (Retake.replay) {
            Object delegate = RetakeHandles.delegate(self);
            return delegate != null && delegated(t, hook.name, delegate, args);
        }
        RetakeStream stream = RetakeHandles.stream(self);
        t.streamCall = new RetakeStreamCall(hook, stream, args, t.streamCall);
        if (stream == null || !hook.name.startsWith("transferTo") || t.streamCall.isNested()) {
            t.streamCall.owns = stream != null && t.branch != null;
            t.owned += t.streamCall.owns ? 1 : 0;
            return false;
        }
        t.streamCall = t.streamCall.outer;
        transfer(t, stream, (java.io.InputStream) self, (java.io.OutputStream) args[0]);
        return true;
    }

    /** Hands the bytes over as any input does that knows no shorter way: on that nobody would see them. */
    private static void transfer(RetakeThread t, RetakeStream stream, java.io.InputStream in, java.io.OutputStream to) {
        t.answer = null;
        t.thrown = null;
        try {
            byte[] part = new byte[8192];
            long sum = 0;
            int count;
            while ((count = in.read(part, 0, part.length)) >= 0) {
                stream.bytes(part, 0, count);
                // The application may have written it, and it may cross points.
                t.leave();
                try {
                    to.write(part, 0, count);
                } finally {
                    t.enter();
                }
                sum += count;
            }
            stream.passed("read()I", new Object[0], -1, null);
            t.answer = sum;
        } catch (Throwable e) {
            t.thrown = e;
        }
    }

    static void after(RetakeThread t, RetakeHook hook, Object value, Throwable thrown) {
        RetakeStreamCall call = t.streamCall;
        if (call == null || call.hook != hook) {
            return;
        }
        t.streamCall = call.outer;
        t.owned -= call.owns && t.owned > 0 ? 1 : 0;
        if (call.stream != null && !call.isNested()) {
            call.stream.passed(hook.name, call.args, value, thrown);
            if (hook.name.equals("close()V") && t.branch != null && t.owned == 0 && !t.branch.trace.givenUp) {
                call.stream.say(t.branch);
            }
        }
    }

    // ---- in replay

    /** Has an object that the application made itself do what a double does. */
    static void attach(Object self, Object delegate) {
        boolean reads = self instanceof java.io.InputStream;
        Class<?> type = reads ? java.io.FileInputStream.class : java.io.FileOutputStream.class;
        if (!Retake.follow(type, reads ? RetakeStream.INPUT : RetakeStream.OUTPUT)) {
            throw new IllegalStateException("a file that is not there cannot be read from");
        }
        count(1);
        RetakeHandles.put(self, ((RetakeStandIn) delegate).standIn(), delegate);
    }

    private static boolean delegated(RetakeThread t, String method, Object delegate, Object[] args) {
        t.answer = null;
        t.thrown = null;
        try {
            if (delegate instanceof RetakeInput) {
                t.answer = ((RetakeInput) delegate).call(method, args);
                return t.answer != null;
            }
            RetakeOutput out = (RetakeOutput) delegate;
            switch (method) {
                case "write(I)V":
                    out.write((Integer) args[0]);
                    return true;
                case "write([B)V":
                    out.write((byte[]) args[0]);
                    return true;
                case "write([BII)V":
                    out.write((byte[]) args[0], (Integer) args[1], (Integer) args[2]);
                    return true;
                default:
                    // The object has to be closed, too.
                    out.close();
                    return false;
            }
        } catch (Throwable e) {
            t.thrown = e;
            return true;
        }
    }

    /** What stands in for a handle of whose use the recording has what passed; null if it has nothing. */
    static Object build(RetakeDouble handle, Class<?> type, ClassLoader loader, RetakeTrace trace) throws Exception {
        if (type == java.io.OutputStream.class) {
            return trace == null ? null : new RetakeOutput(handle, trace);
        }
        byte[] passed = Retake.passed(trace == null ? null : trace.run, handle.id, handle.boot);
        if (passed == null) {
            return null;
        }
        RetakePassed what = new RetakePassed(passed, loader, trace);
        if (what.said != null) {
            java.lang.reflect.InvocationHandler known = RetakeResults.standIn(handle, what.said, trace);
            return java.lang.reflect.Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
                    known == null ? new RetakeResults(handle, what.said) : known);
        }
        if (type == java.util.stream.Stream.class) {
            return RetakeElements.build(handle, what);
        }
        if (RetakeShape.supertype(type, RetakePublishers.PUBLISHER) != null) {
            return RetakePublishers.build(handle, type, what, loader);
        }
        if (type.isAssignableFrom(RetakeInput.class)) {
            return new RetakeInput(handle, what);
        }
        if (type.isAssignableFrom(RetakeFuture.class)) {
            return new RetakeFuture(handle, what);
        }
        if (type.isAssignableFrom(RetakeIterator.class)) {
            return new RetakeIterator(handle, what);
        }
        if (type == java.nio.file.DirectoryStream.class) {
            return new RetakeDirectory(new RetakeIterator(handle, what));
        }
        if (java.util.concurrent.Future.class.isAssignableFrom(type) && type.isInterface()) {
            return java.lang.reflect.Proxy.newProxyInstance(
                    type.getClassLoader(), new Class<?>[] {type}, new RetakeFutureProxy(new RetakeFuture(handle, what)));
        }
        return null;
    }
}
