package java.lang;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Stands in for a handle in replay: every call on it is a question to the recording. */
final class RetakeDouble implements InvocationHandler {
    final int id;
    final boolean boot;
    final String type;

    private RetakeDouble(int id, boolean boot, String type) {
        this.id = id;
        this.boot = boot;
        this.type = type;
    }

    static Object create(int id, boolean boot, String type, ClassLoader loader) throws ClassNotFoundException {
        Class<?> face = RetakeDecoder.load(type, loader);
        if (!face.isInterface()) {
            throw new IllegalArgumentException("no double can be made for the class ".concat(type));
        }
        // The interface's own loader sees the interface; the application's may be needed for its argument types.
        return Proxy.newProxyInstance(face.getClassLoader(), new Class<?>[] {face}, new RetakeDouble(id, boot, type));
    }

    /** The double behind an object, or null. */
    static RetakeDouble of(Object object) {
        if (!Retake.replay || !Proxy.isProxyClass(object.getClass())) {
            return null;
        }
        InvocationHandler handler = Proxy.getInvocationHandler(object);
        return handler instanceof RetakeDouble ? (RetakeDouble) handler : null;
    }

    @Override
    public Object invoke(Object self, Method method, Object[] args) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            String name = method.getName();
            if (name.equals("equals")) {
                // The same handle may have been asked for twice; to the application it is one object.
                RetakeDouble other = args[0] == null ? null : of(args[0]);
                return other != null && other.id == id && other.boot == boot && other.type.equals(type);
            }
            return name.equals("hashCode") ? (Object) (id * 31 + type.hashCode()) : toString();
        }
        return RetakePoints.askDouble(this, method, args == null ? new Object[0] : args);
    }

    @Override
    public String toString() {
        return new StringBuilder("recorded ").append(type).append(" #").append(id).toString();
    }
}
