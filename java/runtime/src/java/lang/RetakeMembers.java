package java.lang;

import java.lang.reflect.Field;
import java.lang.reflect.Method;

/** Methods and fields of a server's classes, which every request asks for. */
final class RetakeMembers {
    private static final int SIZE = 512;

    /** What was found, each at the place that its class and its name give. One that takes another's place costs a search. */
    private static Found[] found = new Found[SIZE];

    private RetakeMembers() {}

    static void forget() {
        found = new Found[SIZE];
    }

    /** A public method without parameters, as the type with this name has it. */
    static Method method(Class<?> of, String type, String name) throws Exception {
        int place = place(of, name);
        Found known = found[place];
        if (known == null || known.of != of || !known.name.equals(name) || known.method == null) {
            known = new Found(of, name, RetakeShape.supertype(of, type).getMethod(name), 0);
            found[place] = known;
        }
        return known.method;
    }

    /** Where a field is, in the class or one above. */
    static long offset(Class<?> of, String name) throws Exception {
        int place = place(of, name);
        Found known = found[place];
        if (known == null || known.of != of || !known.name.equals(name) || known.method != null) {
            known = new Found(of, name, null, RetakeShape.UNSAFE.objectFieldOffset(field(of, name)));
            found[place] = known;
        }
        return known.offset;
    }

    private static Field field(Class<?> of, String name) throws Exception {
        for (Class<?> type = of; type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    return field;
                }
            }
        }
        throw new NoSuchFieldException(name);
    }

    private static int place(Class<?> of, String name) {
        return (System.identityHashCode(of) * 31 ^ name.hashCode()) & SIZE - 1;
    }

    /** Its parts are final, so that other threads may find it without a lock. */
    private static final class Found {
        final Class<?> of;
        final String name;
        final Method method;
        final long offset;

        Found(Class<?> of, String name, Method method, long offset) {
            this.of = of;
            this.name = name;
            this.method = method;
            this.offset = offset;
        }
    }
}
