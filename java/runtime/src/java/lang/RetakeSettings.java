package java.lang;

import java.lang.reflect.Method;
import java.util.HashMap;

/** What a double was told of itself: who asks gets it back. */
final class RetakeSettings {
    private final HashMap<String, Object> told = new HashMap<>();

    /** What a method without arguments looks at, or one with one argument sets; null if it is neither. */
    private static String property(Method method, String[] prefixes, int arguments) {
        String name = method.getName();
        for (String prefix : prefixes) {
            if (name.startsWith(prefix) && method.getParameterCount() == arguments) {
                return name.substring(prefix.length());
            }
        }
        return null;
    }

    private static String looks(Method method) {
        return property(method, new String[] {"get", "is"}, 0);
    }

    synchronized void set(Method method, Object[] args) {
        String property = property(method, new String[] {"set"}, 1);
        if (property != null) {
            told.put(property, args[0]);
        }
    }

    synchronized boolean knows(Method method, Object[] args) {
        return args.length == 0 && told.containsKey(looks(method));
    }

    synchronized Object get(Method method) {
        return told.get(looks(method));
    }

    /** Whether JDBC says what this is of a new connection or statement. */
    static boolean isDefault(Method method) {
        switch (method.getName()) {
            case "getAutoCommit":
            case "isReadOnly":
            case "getWarnings":
            case "getQueryTimeout":
            case "getMaxRows":
            case "getLargeMaxRows":
            case "getMaxFieldSize":
                return method.getParameterCount() == 0;
            default:
                return false;
        }
    }

    /** That. */
    static Object defaultOf(Method method) {
        Class<?> type = method.getReturnType();
        if (type == boolean.class) {
            return method.getName().equals("getAutoCommit");
        }
        return type == long.class ? (Object) 0L : type == int.class ? (Object) 0 : null;
    }
}
