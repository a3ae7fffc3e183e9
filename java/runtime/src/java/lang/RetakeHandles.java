package java.lang;

/** Which objects are handles, and the numbers they have. */
final class RetakeHandles {
    private static final int STRIPES = 64;
    private static final RetakeHandle[][] tables = new RetakeHandle[STRIPES][64];
    private static final int[] sizes = new int[STRIPES];
    /** From how many on a stripe is looked through for what the collector has left of it. */
    private static final int[] most = new int[STRIPES];
    private static final int FEW = 64;
    private static int bootHandles;

    /** Binary names of the handle types, most specific first. */
    static String[] types = new String[0];
    /** Whether the agent knows what the numbers of their names mean. */
    static boolean[] told = new boolean[0];
    /** The classes that implement each of them, as far as they are woven. */
    static String[][] implementers = new String[0][];

    private RetakeHandles() {}

    static void forget() {
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            synchronized (tables[stripe]) {
                java.util.Arrays.fill(tables[stripe], null);
                sizes[stripe] = 0;
                most[stripe] = FEW;
            }
        }
        bootHandles = 0;
    }

    /** A class of which an object can be made that stands for a handle of this type; null if there is none. */
    static Class<?> concrete(Class<?> type, ClassLoader loader) {
        for (int i = 0; i < types.length; i++) {
            for (int j = 0; types[i].equals(type.getName()) && j < implementers[i].length; j++) {
                try {
                    Class<?> found = RetakeDecoder.load(implementers[i][j], loader);
                    if (!java.lang.reflect.Modifier.isAbstract(found.getModifiers()) && type.isAssignableFrom(found)) {
                        return found;
                    }
                } catch (ClassNotFoundException e) {
                    // Another version of the library has it.
                }
            }
        }
        return null;
    }

    /** Tells the agent which methods a type of handles has, if it is an interface of the JDK: others are not there yet. */
    static void declare(String name) {
        if (!name.startsWith("java")) {
            return;
        }
        Class<?> type;
        try {
            type = Class.forName(name, false, ClassLoader.getSystemClassLoader().getParent());
        } catch (ClassNotFoundException e) {
            // It is a library's, or belongs to a module that this JVM runs without.
            return;
        }
        if (type.isInterface()) {
            StringBuilder methods = new StringBuilder();
            for (java.lang.reflect.Method method : type.getMethods()) {
                String signature = RetakeHttp.signature(method);
                methods.append(signature, 0, signature.indexOf(')') + 1).append('\n');
            }
            Retake.declared(name, methods.toString());
        }
    }

    /** The place of a class's handle type among them all; -1 if it has none. */
    static int typeOf(Class<?> type) {
        for (int i = 0; i < types.length; i++) {
            if (RetakeShape.supertype(type, types[i]) != null) {
                return i;
            }
        }
        return -1;
    }

    /** An object of a class is given to somebody, who will call it: from here on such calls are looked at. */
    static void give(RetakeShape shape, RetakeTrace trace) {
        for (Class<?> c = shape.type; !Retake.replay && c != null && c != Object.class; c = c.getSuperclass()) {
            if (!Retake.give(c)) {
                trace.incomplete("an answer could not be copied: ".concat(c.getName()).concat(": calls on it cannot be seen"));
                return;
            }
        }
        shape.given = true;
    }

    /**
     * Whether a handle calls itself. The double of an interface has the methods of the interface and no others, so what a
     * class has besides them is never asked in replay.
     */
    static boolean isAtWork(RetakeHook hook, Object self) {
        String name = RetakeShape.ofObject(self).name;
        if (name.equals(hook.onDouble) || name.equals(hook.notOnDouble)) {
            return name.equals(hook.notOnDouble);
        }
        Class<?> type = RetakeShape.supertype(self.getClass(), name);
        boolean atWork = type != null && type.isInterface() && !declares(type, hook.name);
        if (atWork) {
            hook.notOnDouble = name;
        } else {
            hook.onDouble = name;
        }
        return atWork;
    }

    /** Whether an interface has a method, whatever that gives: a class may promise more. */
    private static boolean declares(Class<?> type, String signature) {
        String wanted = signature.substring(0, signature.indexOf(')') + 1);
        for (java.lang.reflect.Method method : type.getMethods()) {
            if (RetakeHttp.signature(method).startsWith(wanted)) {
                return true;
            }
        }
        return false;
    }

    /** Writes the handle that an object is, numbering it if it is new to its scope. */
    static void write(RetakeBuffer out, Object object, String type, RetakeTrace trace) {
        int number = trace.boot || Retake.replay ? -1 : trace.handle(object);
        if (number < 0) {
            writeKnown(out, object, type, trace);
            return;
        }
        out.array(3);
        out.integer(number >> 1);
        out.truth((number & 1) != 0);
        out.name(type);
    }

    /** The same of one that others will look for. Gives none for a double. */
    static RetakeHandle writeKnown(RetakeBuffer out, Object object, String type, RetakeTrace trace) {
        return writeKnown(out, object, type, trace, false);
    }

    /**
     * The same of one that is given to a request. If it is given anew, it has a number of its own in the request whoever had it before:
     * several requests may be given one publisher, which tells each of them something else.
     */
    static RetakeHandle writeKnown(RetakeBuffer out, Object object, String type, RetakeTrace trace, boolean anew) {
        RetakeDouble standIn = RetakeDouble.of(object);
        out.array(3);
        if (standIn != null) {
            out.integer(standIn.id);
            out.truth(standIn.boot);
            out.name(standIn.type);
            return null;
        }
        RetakeHandle handle = number(object, trace, anew);
        out.integer(handle.id);
        out.truth(handle.trace == 0);
        out.name(type);
        return handle;
    }

    /** The number of an object outside of requests; -1 if it has none. */
    static int boot(Object object) {
        if (!RetakeShape.ofObject(object).outside.any()) {
            return -1;
        }
        int hash = System.identityHashCode(object);
        RetakeHandle[] buckets = tables[hash & STRIPES - 1];
        synchronized (buckets) {
            for (RetakeHandle h = buckets[hash >>> 6 & buckets.length - 1]; h != null; h = h.next) {
                if (h.trace == 0 && h.get() == object) {
                    return h.id;
                }
            }
            return -1;
        }
    }

    /** What passes through an object, if that is followed. */
    static RetakeStream stream(Object object) {
        RetakeHandle handle = known(object, System.identityHashCode(object));
        return handle == null ? null : handle.stream;
    }

    /** The same of an object that several traces may have been given: what passes for this one, or outside of requests. */
    static RetakeStream stream(Object object, RetakeTrace trace) {
        long scope = trace == null || trace.boot ? 0 : trace.id;
        int hash = System.identityHashCode(object);
        RetakeHandle[] buckets = tables[hash & STRIPES - 1];
        synchronized (buckets) {
            RetakeStream found = null;
            for (RetakeHandle h = buckets[hash >>> 6 & buckets.length - 1]; h != null; h = h.next) {
                if (h.stream != null && h.get() == object) {
                    if (h.trace == scope) {
                        return h.stream;
                    }
                    found = h.stream;
                }
            }
            // Who subscribes need not do it where it was asked for.
            return found;
        }
    }

    /** Whether an object has a number, in whichever trace: somebody was given it. */
    static boolean isNumbered(Object object) {
        return known(object, System.identityHashCode(object)) != null;
    }

    /** Whether an object has a number in a trace or outside of all. */
    static boolean isKnown(Object object, RetakeTrace trace) {
        if (RetakeDouble.of(object) != null) {
            return true;
        }
        RetakeHandle handle = known(object, System.identityHashCode(object));
        return handle != null && (handle.trace == 0 || handle.trace == trace.id);
    }

    /** The double that an object was made, if it was. */
    static RetakeDouble standIn(Object object) {
        RetakeHandle handle = known(object, System.identityHashCode(object));
        return handle == null ? null : handle.standIn;
    }

    /** What does the work of an object in replay, if anything does. */
    static Object delegate(Object object) {
        RetakeHandle handle = known(object, System.identityHashCode(object));
        return handle == null ? null : handle.delegate;
    }

    /** The subscription that an object takes part in, if one is followed. */
    static RetakeWatch watch(Object object) {
        Object found = delegate(object);
        return found instanceof RetakeWatch ? (RetakeWatch) found : null;
    }

    /** Makes an object take part in a subscription. */
    static void watch(Object object, RetakeWatch watch) {
        put(object, -1, null, watch);
    }

    /** Makes an object known, which has no number. */
    static RetakeHandle put(Object object) {
        return put(object, -1, null, null);
    }

    /** Forgets what nobody will look for any more: it would keep all that is known of the stream behind it. */
    static void remove(RetakeHandle handle) {
        int stripe = handle.hash & STRIPES - 1;
        synchronized (tables[stripe]) {
            RetakeHandle[] buckets = tables[stripe];
            int slot = handle.hash >>> 6 & buckets.length - 1;
            RetakeHandle before = null;
            for (RetakeHandle h = buckets[slot]; h != null; before = h, h = h.next) {
                if (h != handle) {
                    continue;
                }
                if (before == null) {
                    buckets[slot] = h.next;
                } else {
                    before.next = h.next;
                }
                sizes[stripe]--;
                return;
            }
        }
    }

    /** Makes an object a double. */
    static void put(Object object, RetakeDouble standIn, Object delegate) {
        put(object, standIn.id, standIn, delegate);
    }

    private static RetakeHandle put(Object object, int id, RetakeDouble standIn, Object delegate) {
        int hash = System.identityHashCode(object);
        int stripe = hash & STRIPES - 1;
        synchronized (tables[stripe]) {
            RetakeHandle[] buckets = tables[stripe];
            int slot = hash >>> 6 & buckets.length - 1;
            RetakeHandle added = new RetakeHandle(object, hash, -1, id, null, buckets[slot]);
            added.standIn = standIn;
            added.delegate = delegate;
            add(buckets, slot, stripe, added);
            return added;
        }
    }

    private static RetakeHandle known(Object object, int hash) {
        RetakeHandle[] buckets = tables[hash & STRIPES - 1];
        synchronized (buckets) {
            for (RetakeHandle h = buckets[hash >>> 6 & buckets.length - 1]; h != null; h = h.next) {
                if (h.get() == object) {
                    return h;
                }
            }
            return null;
        }
    }

    private static void add(RetakeHandle[] buckets, int slot, int stripe, RetakeHandle added) {
        buckets[slot] = added;
        if (++sizes[stripe] > most[stripe]) {
            sweep(buckets, stripe);
            most[stripe] = Math.max(FEW, sizes[stripe] * 2);
        }
    }

    private static RetakeHandle number(Object object, RetakeTrace trace, boolean anew) {
        boolean boot = trace.boot;
        long scope = boot ? 0 : trace.id;
        RetakeOutside outside = boot ? RetakeShape.ofObject(object).outside : null;
        int hash = System.identityHashCode(object);
        int stripe = hash & STRIPES - 1;
        synchronized (tables[stripe]) {
            RetakeHandle[] buckets = tables[stripe];
            int slot = hash >>> 6 & buckets.length - 1;
            RetakeHandle before = null;
            RetakeHandle everywhere = null;
            for (RetakeHandle h = buckets[slot]; h != null; h = h.next) {
                Object known = h.get();
                if (known == object && h.trace == scope) {
                    return h;
                }
                if (known == object && h.trace == 0) {
                    everywhere = h;
                }
                // What the collector cleared, or what an ended trace numbered, goes. What is used outside of requests meanwhile
                // keeps the number that it has in its request, and so does what is followed, which goes with its trace.
                if (known == null || known == object && !boot && h.trace != 0 && !h.followed) {
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
            if (everywhere != null && !anew) {
                return everywhere;
            }
            int id = boot ? nextBoot() : trace.nextHandle();
            RetakeHandle added = new RetakeHandle(object, hash, scope, id, outside, buckets[slot]);
            added.followed = anew;
            add(buckets, slot, stripe, added);
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
