package java.lang;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

/**
 * Completes as the recorded one did. One that was still open when the application got it is completed by another thread
 * once somebody waits for it: what the application hangs on it runs there, as it did.
 */
final class RetakeFuture extends CompletableFuture<Object> implements RetakeStandIn, Runnable {
    /** Whoever hangs something on a future often hangs more on it, in milliseconds. */
    private static final int GRACE = 3;
    /** Some only look whether it is complete. */
    private static final int LONGEST = 50;

    private final RetakeDouble handle;
    private final RetakePassed passed;

    RetakeFuture(RetakeDouble handle, RetakePassed passed) {
        this.handle = handle;
        this.passed = passed;
        if (passed.now) {
            end();
        } else if (passed.ended || passed.failed != null) {
            Thread thread = new Thread(this, "retake-future");
            thread.setDaemon(true);
            thread.start();
        }
    }

    @Override
    public RetakeDouble standIn() {
        return handle;
    }

    @Override
    public void run() {
        try {
            for (int i = 0; i < LONGEST && getNumberOfDependents() == 0; i++) {
                Thread.sleep(1);
            }
            Thread.sleep(GRACE);
        } catch (InterruptedException e) {
            // Then now.
        }
        end();
    }

    private void end() {
        if (passed.failed != null) {
            completeExceptionally(passed.failed);
        } else {
            complete(passed.items.length == 0 ? null : passed.items[0]);
        }
    }

    /** Tells a stream outside of requests when its future is complete. */
    static void tell(Future<?> future, RetakeStream stream) {
        if (future.isDone() || !(future instanceof CompletionStage)) {
            stream.passed("close()V", null, null, null);
        } else {
            ((CompletionStage<?>) future).whenComplete(new Told(stream));
        }
    }

    private static final class Told implements java.util.function.BiConsumer<Object, Throwable> {
        private final RetakeStream stream;

        Told(RetakeStream stream) {
            this.stream = stream;
        }

        @Override
        public void accept(Object value, Throwable thrown) {
            stream.passed("close()V", null, null, null);
        }
    }
}
