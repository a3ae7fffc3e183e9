package java.lang;

/**
 * What a caller streams. It comes, message by message, to an observer that the entry gave back, and belongs to the entry's
 * trace, which ends with the last message. gRPC delivers one at a time, on whichever thread is free.
 */
final class RetakeObservers {
    /** What entries give back to whom messages are to come. */
    private static final String TYPE = "io.grpc.stub.StreamObserver";
    private static final String GIVEN = ")Lio/grpc/stub/StreamObserver;";
    /** What the agent knows such classes by. */
    private static final int KIND = 8;

    private RetakeObservers() {}

    /** Whether the call goes on when its entry has ended. */
    static boolean goesOn(RetakeHook entry, RetakeBranch root, Object given) {
        if (given == null || !entry.name.endsWith(GIVEN)) {
            return false;
        }
        for (Class<?> c = given.getClass(); c != null && c != Object.class; c = c.getSuperclass()) {
            if (!Retake.follow(c, KIND)) {
                root.trace.incomplete("what the caller streams could not be seen: ".concat(c.getName()));
                return false;
            }
        }
        RetakeForks.OBSERVERS.put(given, root);
        return true;
    }

    /** Writes what such an entry gave back. */
    static void write(RetakeEncoder encoder, Object given) {
        encoder.handle(given, TYPE);
    }

    /** A message comes, or it is said that none will. */
    static void told(RetakeThread t, RetakeHook hook, Object self, Object[] args) {
        RetakeBranch root = t.branch == null ? RetakeForks.OBSERVERS.look(self) : null;
        if (root == null) {
            // Who is told already, or nobody's: a bridge to the method itself, an observer that the application asks.
            t.suspend(t.branch, t.owned, false);
            return;
        }
        boolean last = !hook.name.startsWith("onNext(");
        if (last) {
            RetakeForks.OBSERVERS.take(self);
        }
        t.suspend(root, 0, last);
        if (!root.trace.givenUp) {
            root.told(hook, self, TYPE, args);
        }
    }

    /** It was taken. Behind the last one comes nothing more. */
    static void taken(RetakeThread t) {
        RetakeBranch ended = t.resume();
        if (ended != null) {
            ended.trace.answered();
            ended.trace.ended(ended);
        }
    }
}
