package java.lang;

import java.lang.reflect.Method;

/**
 * Tells whoever subscribes what was told when the publisher was recorded, each subscription for itself. What was told later is
 * told by another thread, once who subscribed had the time to go on.
 */
final class RetakeSignals implements java.util.function.Consumer<Object> {
    /** How long that is, in milliseconds. */
    private static final int GRACE = 3;

    private final boolean one;
    private RetakePassed next;

    RetakeSignals(RetakePassed first, boolean one) {
        this.next = first;
        this.one = one;
    }

    private synchronized RetakePassed take() {
        RetakePassed taken = next;
        next = taken == null ? null : taken.more;
        return taken;
    }

    @Override
    public void accept(Object sink) {
        RetakePassed passed = take();
        if (passed == null || passed.now) {
            tell(sink, passed);
            return;
        }
        Thread thread;
        RetakeThread t = RetakeThread.getOrCreate();
        boolean nested = t.enterAgain();
        // It is nobody's branch.
        try {
            thread = new Thread(new Later(sink, passed), "retake-publisher");
        } finally {
            t.leave(nested);
        }
        thread.setDaemon(true);
        thread.start();
    }

    private final class Later implements Runnable {
        private final Object sink;
        private final RetakePassed passed;

        Later(Object sink, RetakePassed passed) {
            this.sink = sink;
            this.passed = passed;
        }

        @Override
        public void run() {
            try {
                Thread.sleep(GRACE);
            } catch (InterruptedException e) {
                // Then now.
            }
            tell(sink, passed);
        }
    }

    private void tell(Object sink, RetakePassed passed) {
        try {
            Class<?> face = RetakeShape.supertype(sink.getClass(), "reactor.core.publisher.".concat(one ? "MonoSink" : "FluxSink"));
            Method error = face.getMethod("error", Throwable.class);
            if (passed == null) {
                error.invoke(sink, new IllegalStateException("retake: while this was recorded, nobody subscribed again"));
                return;
            }
            Method next = face.getMethod(one ? "success" : "next", Object.class);
            for (Object item : passed.items) {
                next.invoke(sink, item);
            }
            if (passed.failed != null) {
                error.invoke(sink, passed.failed);
            } else if (passed.ended && !(one && passed.items.length > 0)) {
                face.getMethod(one ? "success" : "complete").invoke(sink);
            }
        } catch (java.lang.reflect.InvocationTargetException e) {
            RetakeShape.UNSAFE.throwException(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("retake: a publisher cannot be told anything", e);
        }
    }
}
