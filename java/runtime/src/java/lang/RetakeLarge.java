package java.lang;

import java.lang.reflect.Method;

/**
 * Large texts and bytes that the application made itself, to hand them to a database: no handle, because nobody gave it, but a value, and
 * what is in it is what is asked.
 */
final class RetakeLarge {
    /** More than this is not compared. */
    private static final int MOST = 1 << 20;

    private RetakeLarge() {}

    /**
     * Whether an object is such a value. A driver's came from a point or from another handle; its class says nothing, because
     * frameworks have classes of the kind, too, and make their objects for whoever uses them.
     */
    static boolean isMade(Object object, RetakeShape shape) {
        return (shape.name.equals("java.sql.Clob") || shape.name.equals("java.sql.NClob") || shape.name.equals("java.sql.Blob"))
                && !RetakeHandles.isNumbered(object);
    }

    /** What is in one of them; null if it does not tell. */
    static Object content(Object large, RetakeShape shape) {
        try {
            Class<?> type = RetakeShape.supertype(large.getClass(), shape.name);
            long length = (Long) type.getMethod("length").invoke(large);
            if (length > MOST) {
                return null;
            }
            String name = shape.name.equals("java.sql.Blob") ? "getBytes" : "getSubString";
            Method read = type.getMethod(name, long.class, int.class);
            return read.invoke(large, 1L, (int) length);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }
}
