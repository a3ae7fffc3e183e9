package java.lang;

/** What the runtime does when it fails itself: nothing that the application could notice. */
final class RetakeFence {
    private static final int MOST_TOLD = 20;

    private static long failures;

    private RetakeFence() {}

    /** Is there, once this returns. */
    static void ready() {}

    /** Steps aside. Whatever fails here, of all places, is passed over: the heap may be full, or the stack. */
    static void failed(RetakeThread t, RetakeHook hook, Throwable e) {
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
                branch.trace.full |= ((RetakeTooLarge) e).full;
                branch.trace.giveUp();
                return;
            }
            branch.trace.incomplete(new StringBuilder("the recording failed at ").append(hook.name).append(": ")
                    .append(e).toString());
        }
        if (t != null) {
            t.bootBranch = null;
        }
        if (failures <= MOST_TOLD) {
            StringBuilder text = new StringBuilder("at ").append(hook.name).append(": ").append(e);
            StackTraceElement[] trace = e.getStackTrace();
            for (int i = 0; i < trace.length && i < 12; i++) {
                text.append("\n    ").append(trace[i]);
            }
            Retake.log(text.toString());
        }
    }
}
