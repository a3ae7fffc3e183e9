package java.lang;

/** Where a framework calls a method of the service: a provider, a listener. */
final class RetakeEntry {
    private RetakeEntry() {}

    /** The method begins. Inside a request it is a call like any other. */
    static void begin(RetakeThread t, RetakeHook hook, Object[] args) {
        if (t.entries++ > 0 || t.branch != null || Retake.replay && t.invoked == null) {
            return;
        }
        t.owned = 0;
        if (!Retake.replay && !RetakeControl.admits(hook.name)) {
            t.branch = RetakeUntraced.ROOT;
            t.method = true;
            return;
        }
        RetakeTrace trace = t.invoked;
        if (trace == null) {
            trace = new RetakeTrace(false, null);
            trace.loader = Thread.currentThread().getContextClassLoader();
        }
        t.invoked = null;
        t.branch = trace.branch(null);
        t.method = true;
        int space = hook.name.indexOf(' ');
        RetakeBuffer call = new RetakeBuffer(256);
        trace.call = call;
        trace.callEncoder = new RetakeEncoder(call, trace);
        call.name(hook.name.substring(0, space));
        call.name(hook.name.substring(space + 1));
        arguments(trace, hook, args);
    }

    /** Writes what the method is given: all of it, or nothing. */
    private static void arguments(RetakeTrace trace, RetakeHook hook, Object[] args) {
        int start = trace.call.length;
        boolean whole = false;
        try {
            trace.call.array(args.length);
            for (int i = 0; i < args.length; i++) {
                trace.callEncoder.value(args[i], hook.arguments.charAt(i));
            }
            whole = true;
        } finally {
            if (!whole) {
                trace.call.length = start;
                trace.call.array(0);
                // What was written of them is no object to come back to.
                trace.callEncoder = new RetakeEncoder(trace.call, trace);
            }
        }
        if (trace.callEncoder.opaque != null) {
            trace.incomplete("an argument could not be copied: ".concat(trace.callEncoder.opaque));
        }
    }

    /** The method ended. */
    static void end(RetakeThread t, RetakeHook hook, Object value, Throwable thrown) {
        if (t.entries == 0 || --t.entries > 0 || !t.method) {
            return;
        }
        RetakeBranch root = t.branch;
        t.method = false;
        t.branch = null;
        t.owned = 0;
        if (root == null || root == RetakeUntraced.ROOT) {
            return;
        }
        RetakeTrace trace = root.trace;
        boolean goesOn = false;
        try {
            if (!trace.givenUp) {
                goesOn = RetakeObservers.goesOn(hook, root, value);
                outcome(trace, hook, value, thrown, goesOn);
            }
        } finally {
            if (!goesOn) {
                trace.answered();
                trace.ended(root);
            }
        }
    }

    private static void outcome(RetakeTrace trace, RetakeHook hook, Object value, Throwable thrown, boolean goesOn) {
        int start = trace.call.length;
        try {
            // What is opaque in the output is compared by its class, so it does no harm.
            trace.call.integer(thrown == null ? 0 : 1);
            if (goesOn) {
                RetakeObservers.write(trace.callEncoder, value);
            } else {
                trace.callEncoder.value(thrown == null ? value : thrown, thrown == null ? hook.result : 'L');
            }
            trace.callEnded = true;
        } catch (RetakeTooLarge e) {
            trace.incomplete("what the entry gave back is too large");
        } catch (RuntimeException e) {
            trace.incomplete("what the entry gave back could not be copied: ".concat(e.toString()));
        } finally {
            if (!trace.callEnded) {
                trace.call.length = start;
            }
        }
    }
}
