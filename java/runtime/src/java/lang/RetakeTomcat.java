package java.lang;

import java.lang.reflect.Method;
import java.nio.ByteBuffer;

/**
 * Tomcat, at the seam between its connector and its container: {@code CoyoteAdapter.service(request, response)}. All
 * filters and valves are inside, and so are both bodies.
 */
final class RetakeTomcat extends RetakeAdapter {
    private static final int BYTES = 2;

    private Method method;
    private Method uri;
    private Method query;
    private Method requestHeaders;
    private Method responseHeaders;
    private Method status;
    private Method size;
    private Method name;
    private Method value;
    private Method type;
    private Method chunk;
    private Method buffer;

    private void find(Object request, Object response) throws Exception {
        if (buffer != null) {
            return;
        }
        Class<?> requestType = request.getClass();
        Class<?> responseType = response.getClass();
        try {
            method = requestType.getMethod("method");
        } catch (NoSuchMethodException e) {
            method = requestType.getMethod("getMethod");
        }
        uri = requestType.getMethod("requestURI");
        query = requestType.getMethod("queryString");
        requestHeaders = requestType.getMethod("getMimeHeaders");
        responseHeaders = responseType.getMethod("getMimeHeaders");
        status = responseType.getMethod("getStatus");
        Class<?> headersType = requestHeaders.getReturnType();
        size = headersType.getMethod("size");
        name = headersType.getMethod("getName", int.class);
        value = headersType.getMethod("getValue", int.class);
        Class<?> messageBytes = value.getReturnType();
        type = messageBytes.getMethod("getType");
        chunk = messageBytes.getMethod("getByteChunk");
        Class<?> handler = Class.forName("org.apache.tomcat.util.net.ApplicationBufferHandler", false,
                requestType.getClassLoader());
        buffer = handler.getMethod("getByteBuffer");
    }

    /** The text of a MessageBytes, which its own toString would convert for good. */
    private String text(Object message) throws Exception {
        if (message == null || message instanceof String) {
            return (String) message;
        }
        if ((Integer) type.invoke(message) == BYTES) {
            return chunk.invoke(message).toString();
        }
        return message.toString();
    }

    @Override
    String header(Object[] args, String wanted) throws Exception {
        find(args[0], args[1]);
        Object headers = requestHeaders.invoke(args[0]);
        int count = (Integer) size.invoke(headers);
        for (int i = 0; i < count; i++) {
            if (wanted.equalsIgnoreCase(text(name.invoke(headers, i)))) {
                return text(value.invoke(headers, i));
            }
        }
        return null;
    }

    @Override
    void remove(Object[] args, String wanted) throws Exception {
        Object headers = requestHeaders.invoke(args[0]);
        headers.getClass().getMethod("removeHeader", String.class).invoke(headers, wanted);
    }

    @Override
    String line(Object[] args) throws Exception {
        find(args[0], args[1]);
        String verb = text(method.invoke(args[0]));
        String target = text(uri.invoke(args[0]));
        return line(verb == null ? "?" : verb, target == null ? "?" : target);
    }

    @Override
    boolean request(Object[] args, RetakeBuffer out) throws Exception {
        find(args[0], args[1]);
        String verb = text(method.invoke(args[0]));
        out.name(verb);
        String target = text(uri.invoke(args[0]));
        if (verb == null || target == null) {
            out.name("?");
            out.array(0);
            return false;
        }
        String search = text(query.invoke(args[0]));
        out.name(search == null || search.isEmpty() ? target : target.concat("?").concat(search));
        headers(requestHeaders.invoke(args[0]), out);
        return true;
    }

    @Override
    void response(Object[] args, RetakeBuffer out) throws Exception {
        out.integer((Integer) status.invoke(args[1]));
        headers(responseHeaders.invoke(args[1]), out);
    }

    private void headers(Object headers, RetakeBuffer out) throws Exception {
        int count = (Integer) size.invoke(headers);
        out.open(false);
        for (int i = 0; i < count; i++) {
            String header = text(name.invoke(headers, i));
            if (header == null || ofConnection(header)) {
                continue;
            }
            String content = text(value.invoke(headers, i));
            out.array(2);
            out.name(header);
            out.name(content == null ? "" : content);
        }
        out.end();
    }

    @Override
    void writing(Object[] args, RetakeBuffer body) {
        take((ByteBuffer) args[0], body, Integer.MAX_VALUE);
    }

    @Override
    void read(Object[] args, int count, RetakeBuffer body) throws Exception {
        if (count > 0) {
            take((ByteBuffer) buffer.invoke(args[0]), body, count);
        }
    }

    private static void take(ByteBuffer from, RetakeBuffer body, int most) {
        ByteBuffer view = from.duplicate();
        byte[] bytes = new byte[Math.min(view.remaining(), most)];
        view.get(bytes);
        body.copy(bytes, 0, bytes.length);
    }
}
