package java.lang;

import java.nio.ByteBuffer;

/**
 * Jetty 12, at {@code Server.handle(request, response, callback)}. Whether the answer is complete is told by the callback,
 * behind which the channel completes its stream. Servlets come back through the channel of their own that they have.
 */
final class RetakeJetty12 extends RetakeAdapter {
    private static final String REQUEST = "org.eclipse.jetty.server.Request";
    private static final String RESPONSE = "org.eclipse.jetty.server.Response";

    /** The innermost request, around which handlers have put theirs. */
    @Override
    Object request(RetakeHook hook, Object self, Object[] args) throws Exception {
        switch (hook.kind) {
            case RetakeHook.ENTRY:
                return innermost(args[0]);
            case RetakeHook.BODY_IN:
                return self;
            case RetakeHook.BODY_OUT:
                return innermost(call(self, RESPONSE, "getRequest"));
            case RetakeHook.COMPLETE:
                return field(field(self, "this$0"), "_request");
            default:
                // Servlets of older releases have a channel inside, with a request of its own kind.
                return innermost(field(self, hook.result == 'Z' ? "_coreRequest" : "_request"));
        }
    }

    @Override
    boolean letsGo() {
        return true;
    }

    private static Object innermost(Object request) throws Exception {
        for (;;) {
            if (request == null) {
                return null;
            }
            Class<?> wrapper = RetakeShape.supertype(request.getClass(), "org.eclipse.jetty.server.Request$Wrapper");
            if (wrapper == null) {
                return request;
            }
            request = wrapper.getMethod("getWrapped").invoke(request);
        }
    }

    private static Object fields(Object request) throws Exception {
        return call(request, REQUEST, "getHeaders");
    }

    @Override
    String header(Object request, String name) throws Exception {
        return RetakeJettyFields.header(fields(request), name);
    }

    @Override
    void remove(Object request, String name) throws Exception {
        Object data = field(request, "_metaData");
        Object without = RetakeJettyFields.without(fields(request), name);
        RetakeShape.UNSAFE.putReference(data, RetakeMembers.offset(data.getClass(), "_httpFields"), without);
    }

    @Override
    boolean head(Object request, RetakeBuffer out) throws Exception {
        Object uri = call(request, REQUEST, "getHttpURI");
        boolean sense = RetakeJettyFields.line(call(request, REQUEST, "getMethod"), uri,
                "org.eclipse.jetty.http.HttpURI", out);
        RetakeJettyFields.write(fields(request), out);
        return sense;
    }

    @Override
    void response(Object request, Object self, RetakeBuffer out) throws Exception {
        Object response = field(field(self, "this$0"), "_response");
        out.integer((Integer) call(response, RESPONSE, "getStatus"));
        RetakeJettyFields.write(call(response, RESPONSE, "getHeaders"), out);
    }

    @Override
    void writing(Object[] args, RetakeBuffer body) {
        if (args[1] != null) {
            take((ByteBuffer) args[1], Integer.MAX_VALUE, body);
        }
    }

    @Override
    void read(Object[] args, Object chunk, RetakeBuffer body) throws Exception {
        Object buffer = call(chunk, "org.eclipse.jetty.io.Content$Chunk", "getByteBuffer");
        if (buffer != null) {
            take((ByteBuffer) buffer, Integer.MAX_VALUE, body);
        }
    }
}
