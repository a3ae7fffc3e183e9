package java.lang;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Stands in for a handle in replay: every call on it is a question to the recording. */
final class RetakeDouble implements InvocationHandler {
    final int id;
    final boolean boot;
    final String type;

    RetakeDouble(int id, boolean boot, String type) {
        this.id = id;
        this.boot = boot;
        this.type = type;
    }

    static Object create(int id, boolean boot, String type, ClassLoader loader, RetakeTrace trace) throws Exception {
        Class<?> face = RetakeDecoder.load(type, loader);
        RetakeDouble handle = new RetakeDouble(id, boot, type);
        Object standIn = RetakeStreams.build(handle, face, loader, trace);
        if (standIn != null) {
            return standIn;
        }
        InvocationHandler known = RetakeResults.standIn(handle, new RetakeSaid[0], trace);
        if (known != null) {
            return Proxy.newProxyInstance(face.getClassLoader(), new Class<?>[] {face}, known);
        }
        if (face.isInterface()) {
            // The interface's own loader sees the interface; the application's may be needed for its argument types.
            return Proxy.newProxyInstance(face.getClassLoader(), new Class<?>[] {face}, handle);
        }
        Class<?> concrete = RetakeHandles.concrete(face, loader);
        if (concrete == null) {
            throw new IllegalArgumentException("no double can be made for the class ".concat(type));
        }
        // There is nothing in it: its methods are woven and ask the recording.
        Object empty = RetakeShape.UNSAFE.allocateInstance(concrete);
        RetakeHandles.put(empty, handle, null);
        return empty;
    }

    /** The double behind an object, or null. */
    static RetakeDouble of(Object object) {
        if (!Retake.replay) {
            return null;
        }
        if (object instanceof RetakeStandIn) {
            return ((RetakeStandIn) object).standIn();
        }
        if (!Proxy.isProxyClass(object.getClass())) {
            return RetakeHandles.standIn(object);
        }
        InvocationHandler handler = Proxy.getInvocationHandler(object);
        if (handler instanceof RetakeStandIn) {
            return ((RetakeStandIn) handler).standIn();
        }
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
