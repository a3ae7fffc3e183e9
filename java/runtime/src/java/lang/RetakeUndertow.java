package java.lang;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Undertow, where it calls the first handler: {@code Connectors.executeRootHandler(handler, exchange)}. It comes back there
 * with whatever a handler has dispatched. Bodies pass the channels of the exchange, and the exchange tells when it is complete.
 */
final class RetakeUndertow extends RetakeAdapter {
    private static final String EXCHANGE = "io.undertow.server.HttpServerExchange";
    private static final String HEADERS = "io.undertow.util.HeaderMap";

    @Override
    Object request(RetakeHook hook, Object self, Object[] args) throws Exception {
        switch (hook.kind) {
            case RetakeHook.ENTRY:
                return args[0];
            case RetakeHook.BODY_IN:
            case RetakeHook.BODY_OUT:
                return self.getClass().getName().startsWith(EXCHANGE) ? field(self, "this$0") : null;
            case RetakeHook.COMPLETE:
                return self;
            default:
                return args.length > 1 ? args[0] : field(self, "exchange");
        }
    }

    private static Object headers(Object exchange, String which) throws Exception {
        return call(exchange, EXCHANGE, which);
    }

    @Override
    String header(Object exchange, String name) throws Exception {
        Object headers = headers(exchange, "getRequestHeaders");
        Class<?> type = RetakeShape.supertype(headers.getClass(), HEADERS);
        return (String) type.getMethod("getFirst", String.class).invoke(headers, name);
    }

    @Override
    void remove(Object exchange, String name) throws Exception {
        Object headers = headers(exchange, "getRequestHeaders");
        RetakeShape.supertype(headers.getClass(), HEADERS).getMethod("remove", String.class).invoke(headers, name);
    }

    @Override
    boolean head(Object exchange, RetakeBuffer out) throws Exception {
        out.name(call(exchange, EXCHANGE, "getRequestMethod").toString());
        String target = (String) call(exchange, EXCHANGE, "getRequestURI");
        String search = (String) call(exchange, EXCHANGE, "getQueryString");
        out.name(search == null || search.isEmpty() ? target : target.concat("?").concat(search));
        write(headers(exchange, "getRequestHeaders"), out);
        return true;
    }

    @Override
    void response(Object exchange, Object self, RetakeBuffer out) throws Exception {
        out.integer((Integer) call(exchange, EXCHANGE, "getStatusCode"));
        write(headers(exchange, "getResponseHeaders"), out);
    }

    private static void write(Object headers, RetakeBuffer out) throws Exception {
        out.open(false);
        for (Object values : (Iterable<?>) headers) {
            String name = call(values, "io.undertow.util.HeaderValues", "getHeaderName").toString();
            for (Object value : (Iterable<?>) values) {
                header(name, (String) value, out);
            }
        }
        out.end();
    }

    /** How much passes is not known before it has; what the buffers hold then is told by where they were. */
    @Override
    Object[] remember(Object[] args) {
        if (args[0] instanceof ByteBuffer) {
            return new Object[] {((ByteBuffer) args[0]).duplicate()};
        }
        if (args[0] instanceof ByteBuffer[]) {
            ByteBuffer[] buffers = (ByteBuffer[]) args[0];
            int first = args.length == 3 ? (Integer) args[1] : 0;
            Object[] views = new Object[args.length == 3 ? (Integer) args[2] : buffers.length];
            for (int i = 0; i < views.length; i++) {
                views[i] = buffers[first + i].duplicate();
            }
            return views;
        }
        return args;
    }

    @Override
    void writing(Object[] args, RetakeBuffer body) {}

    @Override
    void written(Object[] args, Object result, RetakeBuffer body) throws Exception {
        passed(args, ((Number) result).longValue(), body);
    }

    @Override
    void read(Object[] args, Object result, RetakeBuffer body) throws Exception {
        passed(args, ((Number) result).longValue(), body);
    }

    private static void passed(Object[] args, long count, RetakeBuffer body) throws Exception {
        if (count <= 0) {
            return;
        }
        if (args[0] instanceof FileChannel) {
            ByteBuffer copy = ByteBuffer.allocate((int) count);
            long from = (Long) args[1];
            while (copy.hasRemaining() && ((FileChannel) args[0]).read(copy, from + copy.position()) > 0) {}
            copy.flip();
            take(copy, (int) count, body);
            return;
        }
        long left = count;
        for (Object view : args) {
            if (!(view instanceof ByteBuffer)) {
                throw new IllegalStateException("it was passed on from one channel to another");
            }
            int part = (int) Math.min(left, ((ByteBuffer) view).remaining());
            take((ByteBuffer) view, part, body);
            left -= part;
        }
    }
}
