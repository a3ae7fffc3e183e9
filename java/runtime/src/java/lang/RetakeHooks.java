package java.lang;

/** The hooks of this process, by number. */
final class RetakeHooks {
    private static final RetakeHook UNKNOWN = new RetakeHook(0, RetakeHook.UNKNOWN, "unknown", "", 'V', false, new String[0]);
    /** Woven code adds this to the numbers of hooks. */
    static int first;

    private static volatile RetakeHook[] hooks = new RetakeHook[256];

    // Woven code says three things of a hook in the lowest bits of its number, so that most hooks need no more than that.

    /** Said of a hook that matters on working threads alone ({@link RetakeWorking}). */
    static final int WORKING_ONLY = 1;
    /** Said of a hook that makes a thread a working one where it begins anything, so that its end matters there alone. */
    static final int ENDS_WORKING = 2;
    /** Said of a hook that has nothing to do below an owner. */
    static final int SILENT_BELOW = 4;
    private static final int SAID = 3;

    private RetakeHooks() {}

    /** Is there, once this returns. */
    static void ready() {}

    static void forget() {
        hooks = new RetakeHook[256];
    }

    static boolean is(int id, int what) {
        return (id & what) != 0;
    }

    /** Whether this is no number of an earlier agent, of which a frame still runs. */
    static boolean isKnown(int id) {
        return id >>> SAID >= first;
    }

    /** The hook with this number; asked of the agent when its woven code runs for the first time. */
    static RetakeHook of(int id) {
        int number = (id >>> SAID) - first;
        // A frame that began under an earlier agent may still run.
        return number < 0 ? UNKNOWN : numbered(number);
    }

    /** The same by the number that the agent knows it by. */
    static RetakeHook numbered(int number) {
        RetakeHook[] table = hooks;
        RetakeHook hook = number < table.length ? table[number] : null;
        if (hook != null) {
            return hook;
        }
        try {
            return describe(number);
        } catch (Throwable e) {
            return UNKNOWN;
        }
    }

    /** Whether this is a hook of the agent at hand. */
    static boolean isCurrent(RetakeHook hook) {
        RetakeHook[] table = hooks;
        return hook.id < table.length && table[hook.id] == hook;
    }

    private static RetakeHook describe(int id) {
        RetakeReader in = new RetakeReader(Retake.describe(id), 0);
        in.expectArray();
        int kind = in.expectInteger();
        String name = in.expectText();
        String arguments = in.expectText();
        char result = in.expectText().charAt(0);
        boolean external = in.expectInteger() == 1;
        String[] writes = new String[in.expectArray()];
        for (int i = 0; i < writes.length; i++) {
            writes[i] = in.expectText();
        }
        return put(new RetakeHook(id, kind, name, arguments, result, external, writes));
    }

    /**
     * Gives the one that is there, if another thread came first: a call that began with one object and ended with another would not
     * be known again, and its thread would be taken to be inside it for ever.
     */
    static synchronized RetakeHook put(RetakeHook hook) {
        RetakeHook known = hook.id < hooks.length ? hooks[hook.id] : null;
        if (known != null) {
            return known;
        }
        RetakeHook[] table = new RetakeHook[Math.max(hooks.length, Integer.highestOneBit(hook.id) * 2)];
        System.arraycopy(hooks, 0, table, 0, hooks.length);
        table[hook.id] = hook;
        hooks = table;
        return hook;
    }
}
