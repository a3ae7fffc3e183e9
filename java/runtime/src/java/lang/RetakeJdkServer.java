package java.lang;

import java.util.List;
import java.util.Map;

/** The HTTP server of the JDK, at its chain of filters: {@code Filter.Chain.doFilter(exchange)}. */
final class RetakeJdkServer extends RetakeAdapter {
    @Override
    Object request(RetakeHook hook, Object self, Object[] args) {
        return args[0];
    }

    /** A handler has answered when it returns. */
    @Override
    boolean isOver(Object request) {
        return true;
    }

    /** The streams of bodies do not know their exchange, so they are whose the thread is. */
    @Override
    RetakeExchange exchange(RetakeThread t, RetakeHook hook, Object self, Object[] args) {
        return t.branch == null || t.owned > 0 ? null : t.branch.trace.exchange;
    }

    @Override
    String header(Object request, String name) throws Exception {
        Map<String, List<String>> headers = headers(request, "getRequestHeaders");
        List<String> values = headers.get(name);
        return values == null || values.isEmpty() ? null : values.get(0);
    }

    @Override
    void remove(Object request, String name) throws Exception {
        remove(headers(request, "getRequestHeaders"), name, 0);
    }

    /** Since JDK 17 the application gets a view that cannot be changed; what it shows can, and has names as they are sent. */
    private static void remove(Map<?, ?> headers, String name, int depth) {
        try {
            headers.remove(name);
            headers.remove(name.substring(0, 1).toUpperCase(java.util.Locale.ROOT).concat(name.substring(1)));
        } catch (UnsupportedOperationException e) {
            RetakeShape shape = RetakeShape.of(headers.getClass());
            for (int i = 0; shape.kind == RetakeShape.FIELDS && depth < 4 && i < shape.types.length; i++) {
                Object field = shape.types[i] == 'L' ? RetakeShape.UNSAFE.getReference(headers, shape.offsets[i]) : null;
                if (field instanceof Map) {
                    remove((Map<?, ?>) field, name, depth + 1);
                }
            }
        }
    }

    @Override
    String line(Object request) throws Exception {
        return line((String) get(request, "getRequestMethod"), get(request, "getRequestURI").toString());
    }

    @Override
    boolean head(Object request, RetakeBuffer out) throws Exception {
        out.name((String) get(request, "getRequestMethod"));
        out.name(get(request, "getRequestURI").toString());
        write(headers(request, "getRequestHeaders"), out);
        return true;
    }

    @Override
    void response(Object request, Object self, RetakeBuffer out) throws Exception {
        int status = (Integer) get(request, "getResponseCode");
        if (status < 0) {
            throw new IllegalStateException("no response was sent");
        }
        out.integer(status);
        write(headers(request, "getResponseHeaders"), out);
    }

    @Override
    void writing(Object[] args, RetakeBuffer body) {
        if (args.length == 1 && args[0] instanceof byte[]) {
            body.copy((byte[]) args[0], 0, ((byte[]) args[0]).length);
        } else if (args.length == 3) {
            body.copy((byte[]) args[0], (Integer) args[1], (Integer) args[2]);
        } else {
            body.copy(new byte[] {((Integer) args[0]).byteValue()}, 0, 1);
        }
    }

    @Override
    void read(Object[] args, Object value, RetakeBuffer body) {
        int result = (Integer) value;
        if (args.length == 3 && result > 0) {
            body.copy((byte[]) args[0], (Integer) args[1], result);
        } else if (args.length == 0 && result >= 0) {
            body.copy(new byte[] {(byte) result}, 0, 1);
        }
    }

    private static Object get(Object exchange, String name) throws Exception {
        // The implementation is not exported; the abstract class is.
        return call(exchange, "com.sun.net.httpserver.HttpExchange", name);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, List<String>> headers(Object exchange, String name) throws Exception {
        return (Map<String, List<String>>) get(exchange, name);
    }

    private static void write(Map<String, List<String>> headers, RetakeBuffer out) {
        out.open(false);
        for (Map.Entry<String, List<String>> header : headers.entrySet()) {
            for (String value : header.getValue()) {
                header(header.getKey(), value, out);
            }
        }
        out.end();
    }
}
