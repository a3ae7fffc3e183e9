package java.lang;

import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Tomcat, at the seam between its connector and its container: {@code CoyoteAdapter.service(request, response)}. All
 * filters and valves are inside, and so are both bodies. To an asynchronous request the connector comes back through
 * {@code asyncDispatch}, and to its listeners when it is complete.
 */
final class RetakeTomcat extends RetakeAdapter {
    private static final int BYTES = 2;

    private RetakeGetter method;
    private RetakeGetter uri;
    private RetakeGetter query;
    private RetakeGetter responseOf;
    private RetakeGetter requestOf;
    private RetakeGetter requestHeaders;
    private RetakeGetter responseHeaders;
    private RetakeGetter status;
    private Method size;
    private Method name;
    private Method value;
    private RetakeGetter type;
    private RetakeGetter chunk;
    private Method buffer;
    private RetakeGetter input;
    private Method action;
    private RetakeGetter attributes;
    private Object isAsync;
    /** Null for a release that keeps headers in another way. */
    private RetakeTomcatHeaders fields;

    private void find(Object request) throws Exception {
        if (buffer != null) {
            return;
        }
        Class<?> requestType = request.getClass();
        try {
            method = RetakeGetter.of(requestType, "method", "methodMB");
        } catch (NoSuchMethodException e) {
            method = RetakeGetter.of(requestType, "getMethod", "method");
        }
        uri = RetakeGetter.of(requestType, "requestURI", "uriMB");
        query = RetakeGetter.of(requestType, "queryString", "queryMB");
        responseOf = RetakeGetter.of(requestType, "getResponse", "response");
        requestHeaders = RetakeGetter.of(requestType, "getMimeHeaders", "headers");
        responseHeaders = RetakeGetter.of(responseOf.type(), "getMimeHeaders", "headers");
        requestOf = RetakeGetter.of(responseOf.type(), "getRequest", "req");
        status = RetakeGetter.of(responseOf.type(), "getStatus", "status");
        Class<?> headersType = requestHeaders.type();
        size = headersType.getMethod("size");
        name = headersType.getMethod("getName", int.class);
        value = headersType.getMethod("getValue", int.class);
        Class<?> messageBytes = value.getReturnType();
        fields = RetakeTomcatHeaders.of(headersType, messageBytes);
        type = RetakeGetter.of(messageBytes, "getType", "type");
        chunk = RetakeGetter.of(messageBytes, "getByteChunk", "byteC");
        Class<?> code = Class.forName("org.apache.coyote.ActionCode", false, requestType.getClassLoader());
        action = requestType.getMethod("action", code, Object.class);
        attributes = RetakeGetter.of(requestType, "getAttributes", "attributes");
        isAsync = code.getField("ASYNC_IS_ASYNC").get(null);
        Class<?> handler = Class.forName("org.apache.tomcat.util.net.ApplicationBufferHandler", false,
                requestType.getClassLoader());
        buffer = handler.getMethod("getByteBuffer");
    }

    /** The text of a MessageBytes, which its own toString would convert for good. */
    private String text(Object message) throws Exception {
        if (message == null || message instanceof String) {
            return (String) message;
        }
        if (type.number(message) == BYTES) {
            return chunk.of(message).toString();
        }
        return message.toString();
    }

    /** The connector's request, which serves one request after the other. */
    @Override
    Object request(RetakeHook hook, Object self, Object[] args) throws Exception {
        switch (hook.kind) {
            case RetakeHook.BODY_IN:
                return self;
            case RetakeHook.BODY_OUT:
                return requestOf != null ? requestOf.of(self) : call(self, "org.apache.coyote.Response", "getRequest");
            default:
                if (args.length > 0) {
                    return args[0];
                }
                Object request = field(self, "request");
                return request == null ? null
                        : call(request, "org.apache.catalina.connector.Request", "getCoyoteRequest");
        }
    }

    @Override
    boolean begins(Object request, boolean known) {
        return true;
    }

    @Override
    boolean isOver(Object request) throws Exception {
        AtomicBoolean goesOn = new AtomicBoolean();
        action.invoke(request, isAsync, goesOn);
        return !goesOn.get();
    }

    @Override
    String header(Object request, String wanted) throws Exception {
        find(request);
        Object headers = requestHeaders.of(request);
        if (fields != null && fields.reads(headers)) {
            return fields.find(headers, wanted);
        }
        int count = (Integer) size.invoke(headers);
        for (int i = 0; i < count; i++) {
            if (wanted.equalsIgnoreCase(text(name.invoke(headers, i)))) {
                return text(value.invoke(headers, i));
            }
        }
        return null;
    }

    @Override
    void remove(Object request, String wanted) throws Exception {
        Object headers = requestHeaders.of(request);
        headers.getClass().getMethod("removeHeader", String.class).invoke(headers, wanted);
    }

    @Override
    String line(Object request) throws Exception {
        find(request);
        String verb = text(method.of(request));
        String target = text(uri.of(request));
        return line(verb == null ? "?" : verb, target == null ? "?" : target);
    }

    @Override
    boolean head(Object request, RetakeBuffer out) throws Exception {
        find(request);
        String verb = text(method.of(request));
        out.name(verb);
        if (verb == null || !target(uri.of(request), query.of(request), out)) {
            out.name("?");
            out.array(0);
            return false;
        }
        headers(requestHeaders.of(request), out);
        return true;
    }

    /** Writes what is asked for; false, with nothing written, if that is not known. */
    private boolean target(Object path, Object search, RetakeBuffer out) throws Exception {
        if (fields != null && fields.joins(path, search, out)) {
            return true;
        }
        String target = text(path);
        if (target == null) {
            return false;
        }
        String behind = text(search);
        out.name(behind == null || behind.isEmpty() ? target : target.concat("?").concat(behind));
        return true;
    }

    @Override
    void response(Object request, Object self, RetakeBuffer out) throws Exception {
        if (((java.util.Map<?, ?>) attributes.of(request)).get("org.apache.tomcat.sendfile.filename") != null) {
            throw new IllegalStateException("a file was sent by the system");
        }
        Object response = responseOf.of(request);
        out.integer(status.number(response));
        headers(responseHeaders.of(response), out);
    }

    private void headers(Object headers, RetakeBuffer out) throws Exception {
        out.open(false);
        if (fields != null && fields.reads(headers)) {
            fields.write(headers, out);
        } else {
            int count = (Integer) size.invoke(headers);
            for (int i = 0; i < count; i++) {
                header(text(name.invoke(headers, i)), text(value.invoke(headers, i)), out);
            }
        }
        out.end();
    }

    @Override
    void writing(Object[] args, RetakeBuffer body) {
        take((ByteBuffer) args[0], Integer.MAX_VALUE, body);
    }

    @Override
    void read(Object[] args, Object count, RetakeBuffer body) throws Exception {
        if ((Integer) count > 0) {
            take((ByteBuffer) input(args[0]).of(args[0]), (Integer) count, body);
        }
    }

    /** How what was read is seen; there is one class that reads, unless somebody has brought another. */
    private RetakeGetter input(Object handler) throws Exception {
        RetakeGetter known = input;
        if (known == null || !known.isOf(handler)) {
            try {
                known = RetakeGetter.of(handler.getClass(), "getByteBuffer", "bb");
            } catch (NoSuchMethodException e) {
                known = RetakeGetter.of(buffer.getDeclaringClass(), "getByteBuffer", "bb");
            }
            input = known;
        }
        return known;
    }
}
