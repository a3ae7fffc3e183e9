package java.lang;

/**
 * The names that all traces of the process have in common: types of handles, and their methods. An event has the number of a name, and the
 * agent is told what the number means before it is used for the first time.
 */
final class RetakeNames {
    /** In characters: what is longer stands where it is used. */
    static final int LONGEST = 256;

    private RetakeNames() {}

    /** The number of a hook's method, as it is written; those of points are never negative. First come the types, then the hooks. */
    static int number(RetakeHook hook) {
        return ~(RetakeHandles.types.length + hook.id);
    }

    /** The same once the agent knows it; 0 if the name has none. */
    static int method(RetakeHook hook) {
        return hook.number != 0 || hook.kind != RetakeHook.HANDLE || hook.name.length() > LONGEST ? hook.number : tell(hook);
    }

    private static synchronized int tell(RetakeHook hook) {
        // A hook of an earlier agent has a number that means something else to this one.
        if (hook.number == 0 && RetakeHooks.isCurrent(hook) && Retake.named(number(hook), hook.name)) {
            hook.number = number(hook);
        }
        return hook.number;
    }

    /** The number of a type of handles, by its place among them; 0 if it has none. */
    static int type(int place) {
        return RetakeHandles.told[place] || tell(place) ? ~place : 0;
    }

    private static synchronized boolean tell(int place) {
        String name = RetakeHandles.types[place];
        if (!RetakeHandles.told[place] && name.length() <= LONGEST) {
            RetakeHandles.told[place] = Retake.named(~place, name);
        }
        return RetakeHandles.told[place];
    }
}
