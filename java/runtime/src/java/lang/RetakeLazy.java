package java.lang;

import java.lang.reflect.Method;

/**
 * Entities that may not be loaded. Whether they are is asked of methods that look at fields only: nothing is loaded here,
 * and no session is touched.
 */
final class RetakeLazy {
    private RetakeLazy() {}

    /** The entity that a proxy stands for; null if it is not loaded. */
    static Object target(Object proxy) throws Exception {
        Object initializer = call(proxy, "getHibernateLazyInitializer");
        // The field is read: the method would load.
        Object loaded = field(initializer, "target");
        return Boolean.TRUE.equals(call(initializer, "isUninitialized")) ? null : loaded;
    }

    /** Whether an entity has attributes that are not loaded, says what was put into it. */
    static boolean isPartial(Object interceptor) {
        try {
            return interceptor != null && Boolean.TRUE.equals(call(interceptor, "hasAnyUninitializedAttributes"));
        } catch (Exception e) {
            // It is of another kind, which keeps track of what was changed and loads nothing.
            return false;
        }
    }

    private static Object call(Object object, String name) throws Exception {
        for (Class<?> c = object.getClass(); c != null; c = c.getSuperclass()) {
            for (Method method : c.getDeclaredMethods()) {
                if (method.getName().equals(name) && method.getParameterTypes().length == 0) {
                    method.setAccessible(true);
                    return method.invoke(object);
                }
            }
        }
        throw new NoSuchMethodException(name);
    }

    private static Object field(Object object, String name) throws Exception {
        for (Class<?> c = object.getClass(); c != null; c = c.getSuperclass()) {
            for (java.lang.reflect.Field field : c.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    return RetakeShape.UNSAFE.getReference(object, RetakeShape.UNSAFE.objectFieldOffset(field));
                }
            }
        }
        throw new NoSuchFieldException(name);
    }
}
