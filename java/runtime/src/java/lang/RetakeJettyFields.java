package java.lang;

/** The headers of Jetty, of which all its releases have a list. */
final class RetakeJettyFields {
    private static final String FIELD = "org.eclipse.jetty.http.HttpField";

    private RetakeJettyFields() {}

    /** The value of a header, or null. */
    static String header(Object fields, String wanted) throws Exception {
        for (Object field : (Iterable<?>) fields) {
            if (wanted.equalsIgnoreCase((String) RetakeAdapter.call(field, FIELD, "getName"))) {
                return (String) RetakeAdapter.call(field, FIELD, "getValue");
            }
        }
        return null;
    }

    static void write(Object fields, RetakeBuffer out) throws Exception {
        out.open(false);
        for (Object field : (Iterable<?>) fields) {
            RetakeAdapter.header((String) RetakeAdapter.call(field, FIELD, "getName"),
                    (String) RetakeAdapter.call(field, FIELD, "getValue"), out);
        }
        out.end();
    }

    /** Takes a header away; gives the fields without it, which are others where they cannot be changed. */
    static Object without(Object fields, String name) throws Exception {
        Class<?> type = RetakeShape.supertype(fields.getClass(), "org.eclipse.jetty.http.HttpFields");
        if (type.isInterface()) {
            Object changed = type.getMethod("build", type).invoke(null, fields);
            mutable(changed).getMethod("remove", String.class).invoke(changed, name);
            return mutable(changed).getMethod("asImmutable").invoke(changed);
        }
        type.getMethod("remove", String.class).invoke(fields, name);
        return fields;
    }

    private static Class<?> mutable(Object fields) {
        return RetakeShape.supertype(fields.getClass(), "org.eclipse.jetty.http.HttpFields$Mutable");
    }

    /** Writes method and target; false if there is no target. */
    static boolean line(Object verb, Object uri, String type, RetakeBuffer out) throws Exception {
        Object target = uri == null ? null : RetakeAdapter.call(uri, type, "getPathQuery");
        out.name((String) verb);
        out.name(target == null ? "?" : (String) target);
        return verb != null && target != null;
    }
}
