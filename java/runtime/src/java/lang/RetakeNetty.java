package java.lang;

import java.lang.reflect.Method;
import java.util.Map;

/** The messages of Netty's HTTP codec. They are only looked at: no index moves, and nothing is retained. */
final class RetakeNetty extends RetakeHead {
    private static final String HTTP = "io.netty.handler.codec.http.";

    private Class<?> requestType;
    private Class<?> responseType;
    private Class<?> contentType;
    private Class<?> bytesType;
    private Method verb;
    private Method verbName;
    private Method uri;
    private Method headers;
    private Method entries;
    private Method get;
    private Method remove;
    private Method status;
    private Method code;
    private Method content;
    private Method readable;
    private Method index;
    private Method bytes;

    /** The channel of a handler's context, or of what a server does on it. */
    Object channel(Object of) throws Exception {
        Class<?> face = RetakeShape.supertype(of.getClass(), "io.netty.channel.ChannelHandlerContext");
        if (face == null) {
            face = RetakeShape.supertype(of.getClass(), "reactor.netty.DisposableChannel");
        }
        return face.getMethod("channel").invoke(of);
    }

    private synchronized void find(ClassLoader loader) throws Exception {
        if (bytes != null && requestType.getClassLoader() == loader) {
            return;
        }
        requestType = Class.forName(HTTP.concat("HttpRequest"), false, loader);
        responseType = Class.forName(HTTP.concat("HttpResponse"), false, loader);
        contentType = Class.forName("io.netty.buffer.ByteBufHolder", false, loader);
        bytesType = Class.forName("io.netty.buffer.ByteBuf", false, loader);
        verb = requestType.getMethod("method");
        verbName = verb.getReturnType().getMethod("name");
        uri = requestType.getMethod("uri");
        headers = Class.forName(HTTP.concat("HttpMessage"), false, loader).getMethod("headers");
        Class<?> headersType = headers.getReturnType();
        entries = headersType.getMethod("entries");
        get = headersType.getMethod("get", String.class);
        remove = headersType.getMethod("remove", String.class);
        status = responseType.getMethod("status");
        code = status.getReturnType().getMethod("code");
        content = contentType.getMethod("content");
        readable = bytesType.getMethod("readableBytes");
        index = bytesType.getMethod("readerIndex");
        bytes = bytesType.getMethod("getBytes", int.class, byte[].class);
    }

    boolean isRequest(Object message) throws Exception {
        Class<?> type = RetakeShape.supertype(message.getClass(), HTTP.concat("HttpRequest"));
        if (type != null) {
            find(type.getClassLoader());
        }
        return type != null;
    }

    @Override
    String header(Object request, String name) throws Exception {
        return (String) get.invoke(headers.invoke(request), name);
    }

    @Override
    String line(Object request) throws Exception {
        return line((String) verbName.invoke(verb.invoke(request)), (String) uri.invoke(request));
    }

    /** The value of a header, which goes away; null if there is none. */
    String take(Object request, String name) throws Exception {
        Object all = headers.invoke(request);
        String value = (String) get.invoke(all, name);
        remove.invoke(all, name);
        return value;
    }

    /** Writes method, target and headers. */
    void request(Object request, RetakeBuffer out) throws Exception {
        out.name((String) verbName.invoke(verb.invoke(request)));
        out.name((String) uri.invoke(request));
        headers(request, out);
    }

    /** The status, if a message has one; else 0. */
    int status(Object message) throws Exception {
        return responseType.isInstance(message) ? (Integer) code.invoke(status.invoke(message)) : 0;
    }

    /** Writes status and headers. */
    void response(Object response, RetakeBuffer out) throws Exception {
        out.integer(status(response));
        headers(response, out);
    }

    private void headers(Object message, RetakeBuffer out) throws Exception {
        out.open(false);
        for (Object header : (Iterable<?>) entries.invoke(headers.invoke(message))) {
            Map.Entry<?, ?> entry = (Map.Entry<?, ?>) header;
            if (!RetakeAdapter.ofConnection((String) entry.getKey())) {
                out.array(2);
                out.name((String) entry.getKey());
                out.name(entry.getValue() == null ? "" : (String) entry.getValue());
            }
        }
        out.end();
    }

    /** Adds the bytes that a message carries; false if it carries some that cannot be seen. */
    boolean content(Object message, RetakeBuffer body) throws Exception {
        Object buffer = contentType.isInstance(message) ? content.invoke(message) : message;
        if (!bytesType.isInstance(buffer)) {
            return requestType.isInstance(message) || responseType.isInstance(message);
        }
        byte[] copy = new byte[(Integer) readable.invoke(buffer)];
        if (copy.length > 0) {
            bytes.invoke(buffer, index.invoke(buffer), copy);
            body.copy(copy, 0, copy.length);
        }
        return true;
    }
}
