package java.lang;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/** In replay: calls an entry that is a method, as its framework did when it was recorded. */
final class RetakeInvoke {
    private RetakeInvoke() {}

    /**
     * Calls a method of an object with recorded arguments, and tells the observer that it gives back what its caller streamed; the
     * trace of it is the run's. Gives why that could not be done, or null. What the method itself throws is its outcome, which its
     * trace has.
     */
    static String call(Class<?> type, Object target, String signature, String run, byte[] recorded) {
        RetakeThread t = RetakeThread.getOrCreate();
        ClassLoader loader = type.getClassLoader();
        Thread.currentThread().setContextClassLoader(loader);
        Method method;
        Object[] values;
        RetakeTrace trace;
        RetakeReader in = new RetakeReader(recorded, 0);
        boolean nested = t.enterAgain();
        try {
            method = method(type, signature);
            if (method == null) {
                return new StringBuilder(type.getName()).append(" has no method ").append(signature).toString();
            }
            if (target == null && !Modifier.isStatic(method.getModifiers())) {
                return "there is no object of ".concat(type.getName());
            }
            method.setAccessible(true);
            trace = new RetakeTrace(false, run);
            trace.loader = loader;
            values = values(method, in, trace);
            t.invoked = trace;
        } catch (Throwable e) {
            return "the recorded arguments could not be built again: ".concat(e.toString());
        } finally {
            t.leave(nested);
        }
        try {
            tell(t, method.invoke(target, values), in, trace);
        } catch (InvocationTargetException e) {
            // It is what the trace says that came of it.
        } catch (Throwable e) {
            return "the method could not be called: ".concat(e.toString());
        } finally {
            if (t.invoked != null) {
                RetakeTrace unseen = t.invoked;
                t.invoked = null;
                unseen.incomplete("the method was called, but it is not an entry of this build");
                RetakeBranch root = unseen.branch(null);
                unseen.answered();
                unseen.ended(root);
            }
        }
        return null;
    }

    /** Tells an observer what follows. */
    private static void tell(RetakeThread t, Object observer, RetakeReader in, RetakeTrace trace) throws Exception {
        for (int left = in.expectArray(); left > 0; left--) {
            Method method;
            Object[] values;
            boolean nested = t.enterAgain();
            try {
                method = observer(observer, in.expectText());
                method.setAccessible(true);
                values = values(method, in, trace);
            } finally {
                t.leave(nested);
            }
            method.invoke(observer, values);
        }
    }

    /** The method of an observer that has this name. */
    private static Method observer(Object observer, String name) {
        for (Class<?> c = observer.getClass(); c != null; c = c.getSuperclass()) {
            for (Class<?> type : c.getInterfaces()) {
                for (Method method : type.getMethods()) {
                    if (method.getName().equals(name)) {
                        return method;
                    }
                }
            }
        }
        throw new IllegalArgumentException(observer.getClass().getName().concat(" cannot be told ").concat(name));
    }

    private static Object[] values(Method method, RetakeReader in, RetakeTrace trace) throws Exception {
        RetakeDecoder decoder = new RetakeDecoder(in, trace.loader, trace);
        Class<?>[] types = method.getParameterTypes();
        int count = in.expectArray();
        if (count != types.length) {
            throw new IllegalArgumentException("there are ".concat(Integer.toString(count)));
        }
        Object[] values = new Object[count];
        for (int i = 0; i < count; i++) {
            values[i] = decoder.value(RetakeShape.character(types[i]));
        }
        return values;
    }

    /** The method with this name and descriptor, of the class itself or of one above it. */
    private static Method method(Class<?> type, String signature) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            for (Method method : c.getDeclaredMethods()) {
                if (signature.startsWith(method.getName()) && signature.equals(signature(method))) {
                    return method;
                }
            }
        }
        return null;
    }

    private static String signature(Method method) {
        StringBuilder text = new StringBuilder(method.getName()).append('(');
        for (Class<?> type : method.getParameterTypes()) {
            text.append(descriptor(type));
        }
        return text.append(')').append(descriptor(method.getReturnType())).toString();
    }

    private static String descriptor(Class<?> type) {
        if (type == void.class) {
            return "V";
        }
        // The name of an array is a descriptor, and one of an element is that of its array but for the bracket.
        return java.lang.reflect.Array.newInstance(type, 0).getClass().getName().substring(1).replace('.', '/');
    }
}
