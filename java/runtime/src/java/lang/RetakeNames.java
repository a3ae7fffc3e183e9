package java.lang;

/**
 * Which names a branch has used of those that all traces of the process have in common: types of handles, and their methods. An event
 * has the number of a name, and the trace lists what the numbers mean that are used in it.
 */
final class RetakeNames {
    /** In characters: what is longer stands where it is used. */
    static final int LONGEST = 256;

    /** A bit for each name: first the types, then the hooks. */
    private long[] used = new long[32];

    /** The number of the method of a hook that has a label, as it is written: those of points are never negative. */
    int method(RetakeHook hook) {
        return use(RetakeHandles.types.length + hook.id);
    }

    /** The number of a type of handles, by its place among them. */
    int type(int place) {
        return use(place);
    }

    private int use(int name) {
        int word = name >> 6;
        if (word >= used.length) {
            used = java.util.Arrays.copyOf(used, Math.max(word + 1, used.length * 2));
        }
        used[word] |= 1L << name;
        return ~name;
    }

    /** Takes over what another branch has used. */
    void add(RetakeNames other) {
        long[] theirs = other.used;
        if (theirs.length > used.length) {
            used = java.util.Arrays.copyOf(used, theirs.length);
        }
        for (int i = 0; i < theirs.length; i++) {
            used[i] |= theirs[i];
        }
    }

    /** Writes what the numbers mean. */
    void write(RetakeBuffer out) {
        int count = 0;
        for (long word : used) {
            count += Long.bitCount(word);
        }
        out.map(count);
        int types = RetakeHandles.types.length;
        for (int i = 0; i < used.length; i++) {
            for (long word = used[i]; word != 0; word &= word - 1) {
                int name = i * 64 + Long.numberOfTrailingZeros(word);
                out.integer(~name);
                out.label(name < types ? RetakeHandles.labels[name] : RetakeHooks.numbered(name - types).label);
            }
        }
    }
}
