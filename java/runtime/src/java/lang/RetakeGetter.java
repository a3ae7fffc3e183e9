package java.lang;

import java.lang.reflect.Field;
import java.lang.reflect.Method;

/** What a public method of a server gives, taken from the field behind it where that is known: to call by reflection is dear. */
final class RetakeGetter {
    private final Method method;
    /** Where the field is; -1 if there is none of the name that holds what the method gives. */
    private final long offset;

    private RetakeGetter(Method method, long offset) {
        this.method = method;
        this.offset = offset;
    }

    static RetakeGetter of(Class<?> type, String method, String field) throws NoSuchMethodException {
        Method getter = type.getMethod(method);
        return new RetakeGetter(getter, offset(getter, field));
    }

    private static long offset(Method getter, String name) {
        try {
            Field field = getter.getDeclaringClass().getDeclaredField(name);
            return field.getType() == getter.getReturnType() ? RetakeShape.UNSAFE.objectFieldOffset(field) : -1;
        } catch (NoSuchFieldException e) {
            return -1;
        }
    }

    /** Whether an object has what is asked for. */
    boolean isOf(Object target) {
        return method.getDeclaringClass().isInstance(target);
    }

    Class<?> type() {
        return method.getReturnType();
    }

    Object of(Object target) throws Exception {
        return isAt(target) ? RetakeShape.UNSAFE.getReference(target, offset) : method.invoke(target);
    }

    int number(Object target) throws Exception {
        return isAt(target) ? RetakeShape.UNSAFE.getInt(target, offset) : (Integer) method.invoke(target);
    }

    /** Whether the field is there. Of another release of the server in the same process it is not, and to read there ends the process. */
    private boolean isAt(Object target) {
        return offset >= 0 && method.getDeclaringClass().isInstance(target);
    }
}
