package java.lang;

import java.util.List;
import java.util.Map;

/** The HTTP server of the JDK, at its chain of filters: {@code Filter.Chain.doFilter(exchange)}. */
final class RetakeJdkServer extends RetakeAdapter {
    @Override
    String header(Object[] args, String name) throws Exception {
        Map<String, List<String>> headers = headers(args[0], "getRequestHeaders");
        List<String> values = headers.get(name);
        return values == null || values.isEmpty() ? null : values.get(0);
    }

    @Override
    void remove(Object[] args, String name) throws Exception {
        remove(headers(args[0], "getRequestHeaders"), name, 0);
    }

    /** Since JDK 17 the application gets a view that cannot be changed; what it shows can. */
    private static boolean remove(Map<?, ?> headers, String name, int depth) {
        try {
            headers.remove(name);
            return true;
        } catch (UnsupportedOperationException e) {
            RetakeShape shape = RetakeShape.of(headers.getClass());
            for (int i = 0; shape.kind == RetakeShape.FIELDS && depth < 4 && i < shape.types.length; i++) {
                Object field = shape.types[i] == 'L' ? RetakeShape.UNSAFE.getReference(headers, shape.offsets[i]) : null;
                if (field instanceof Map && remove((Map<?, ?>) field, name, depth + 1)) {
                    return true;
                }
            }
            return false;
        }
    }

    @Override
    String line(Object[] args) throws Exception {
        return line((String) get(args[0], "getRequestMethod"), get(args[0], "getRequestURI").toString());
    }

    @Override
    boolean request(Object[] args, RetakeBuffer out) throws Exception {
        out.name((String) get(args[0], "getRequestMethod"));
        out.name(get(args[0], "getRequestURI").toString());
        write(headers(args[0], "getRequestHeaders"), out);
        return true;
    }

    @Override
    void response(Object[] args, RetakeBuffer out) throws Exception {
        int status = (Integer) get(args[0], "getResponseCode");
        if (status < 0) {
            throw new IllegalStateException("no response was sent");
        }
        out.integer(status);
        write(headers(args[0], "getResponseHeaders"), out);
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
    void read(Object[] args, int result, RetakeBuffer body) {
        if (args.length == 3 && result > 0) {
            body.copy((byte[]) args[0], (Integer) args[1], result);
        } else if (args.length == 0 && result >= 0) {
            body.copy(new byte[] {(byte) result}, 0, 1);
        }
    }

    private static Object get(Object exchange, String name) throws Exception {
        // The implementation is not exported; the abstract class is.
        return RetakeShape.supertype(exchange.getClass(), "com.sun.net.httpserver.HttpExchange").getMethod(name)
                .invoke(exchange);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, List<String>> headers(Object exchange, String name) throws Exception {
        return (Map<String, List<String>>) get(exchange, name);
    }

    private static void write(Map<String, List<String>> headers, RetakeBuffer out) {
        out.open(false);
        for (Map.Entry<String, List<String>> header : headers.entrySet()) {
            if (ofConnection(header.getKey())) {
                continue;
            }
            for (String value : header.getValue()) {
                out.array(2);
                out.name(header.getKey());
                out.name(value);
            }
        }
        out.end();
    }
}
