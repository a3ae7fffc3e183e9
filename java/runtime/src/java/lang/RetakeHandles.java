package java.lang;

/** Which objects are handles, and the numbers they have. */
final class RetakeHandles {
    private static final int STRIPES = 64;
    private static final RetakeHandle[][] tables = new RetakeHandle[STRIPES][64];
    private static final int[] sizes = new int[STRIPES];
    private static int bootHandles;

    /** Binary names of the handle types, most specific first. */
    static String[] types = new String[0];

    private RetakeHandles() {}

    static void forget() {
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            synchronized (tables[stripe]) {
                java.util.Arrays.fill(tables[stripe], null);
                sizes[stripe] = 0;
            }
        }
        bootHandles = 0;
    }

    /** The handle type of a class, or null. */
    static String typeOf(Class<?> type) {
        for (String name : types) {
            if (RetakeShape.supertype(type, name) != null) {
                return name;
            }
        }
        return null;
    }

    /** Writes the handle that an object is, numbering it if it is new to its scope. */
    static void write(RetakeBuffer out, Object object, String type, RetakeTrace trace) {
        RetakeDouble standIn = RetakeDouble.of(object);
        out.array(3);
        if (standIn != null) {
            out.integer(standIn.id);
            out.truth(standIn.boot);
            out.name(standIn.type);
            return;
        }
        RetakeHandle handle = number(object, trace);
        out.integer(handle.id);
        out.truth(handle.trace == 0);
        out.name(type);
    }

    private static RetakeHandle number(Object object, RetakeTrace trace) {
        boolean boot = trace.boot;
        long scope = boot ? 0 : trace.id;
        int hash = System.identityHashCode(object);
        int stripe = hash & STRIPES - 1;
        synchronized (tables[stripe]) {
            RetakeHandle[] buckets = tables[stripe];
            int slot = hash >>> 6 & buckets.length - 1;
            RetakeHandle before = null;
            for (RetakeHandle h = buckets[slot]; h != null; h = h.next) {
                Object known = h.get();
                if (known == object && (h.trace == scope || h.trace == 0)) {
                    return h;
                }
                // What the collector cleared, or what an ended trace numbered, goes.
                if (known == null || known == object) {
                    if (before == null) {
                        buckets[slot] = h.next;
                    } else {
                        before.next = h.next;
                    }
                    sizes[stripe]--;
                } else {
                    before = h;
                }
            }
            RetakeHandle added =
                    new RetakeHandle(object, hash, scope, boot ? nextBoot() : trace.nextHandle(), buckets[slot]);
            buckets[slot] = added;
            if (++sizes[stripe] > 4096) {
                sweep(buckets, stripe);
            }
            return added;
        }
    }

    private static synchronized int nextBoot() {
        return bootHandles++;
    }

    private static void sweep(RetakeHandle[] buckets, int stripe) {
        int left = 0;
        for (int i = 0; i < buckets.length; i++) {
            RetakeHandle kept = null;
            RetakeHandle next;
            for (RetakeHandle h = buckets[i]; h != null; h = next) {
                next = h.next;
                if (h.get() != null) {
                    h.next = kept;
                    kept = h;
                    left++;
                }
            }
            buckets[i] = kept;
        }
        sizes[stripe] = left;
    }
}
