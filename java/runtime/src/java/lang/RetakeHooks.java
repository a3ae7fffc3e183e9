package java.lang;

/** The hooks of this process, by number. */
final class RetakeHooks {
    private static final RetakeHook UNKNOWN = new RetakeHook(0, RetakeHook.UNKNOWN, "unknown", "", 'V', false, new String[0]);
    /** Woven code adds this to the numbers of hooks. */
    static int first;

    private static volatile RetakeHook[] hooks = new RetakeHook[256];

    private RetakeHooks() {}

    /** Is there, once this returns. */
    static void ready() {}

    static void forget() {
        hooks = new RetakeHook[256];
    }

    /** The hook with this number; asked of the agent when its woven code runs for the first time. */
    static RetakeHook of(int id) {
        int number = id - first;
        if (number < 0) {
            // A frame that began under an earlier agent still runs.
            return UNKNOWN;
        }
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

    private static synchronized RetakeHook describe(int id) {
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
        RetakeHook hook = new RetakeHook(id, kind, name, arguments, result, external, writes);
        RetakeHook[] table = new RetakeHook[Math.max(hooks.length, Integer.highestOneBit(id) * 2)];
        System.arraycopy(hooks, 0, table, 0, hooks.length);
        table[id] = hook;
        hooks = table;
        return hook;
    }
}
