package java.lang;

import java.nio.ByteBuffer;

/**
 * Jetty 9.4 to 11, at the channel of a connection: {@code HttpChannel.handle()} does whatever is to be done next for the
 * request (dispatch it, call a listener, send an error page, complete it), and is called again when there is more.
 */
final class RetakeJetty extends RetakeAdapter {
    private static final String CHANNEL = "org.eclipse.jetty.server.HttpChannel";
    private static final String REQUEST = "org.eclipse.jetty.server.Request";
    private static final String RESPONSE = "org.eclipse.jetty.server.Response";

    /** The channel, which serves one request after the other. */
    @Override
    Object request(RetakeHook hook, Object self, Object[] args) throws Exception {
        if (hook.kind == RetakeHook.BODY_IN) {
            return call(field(self, "_channelState"), "org.eclipse.jetty.server.HttpChannelState", "getHttpChannel");
        }
        return self;
    }

    @Override
    boolean begins(Object channel, boolean known) throws Exception {
        Object state = call(channel, CHANNEL, "getState");
        return (Boolean) call(state, "org.eclipse.jetty.server.HttpChannelState", "isIdle");
    }

    private static Object request(Object channel) throws Exception {
        return call(channel, CHANNEL, "getRequest");
    }

    private static Object fields(Object channel) throws Exception {
        return call(request(channel), REQUEST, "getHttpFields");
    }

    @Override
    String header(Object channel, String name) throws Exception {
        return RetakeJettyFields.header(fields(channel), name);
    }

    @Override
    void remove(Object channel, String name) throws Exception {
        Object fields = fields(channel);
        Object without = RetakeJettyFields.without(fields, name);
        if (without != fields) {
            Object request = request(channel);
            Class<?> type = RetakeShape.supertype(request.getClass(), REQUEST);
            type.getMethod("setHttpFields", type.getMethod("getHttpFields").getReturnType()).invoke(request, without);
        }
    }

    @Override
    boolean head(Object channel, RetakeBuffer out) throws Exception {
        Object request = request(channel);
        Object uri = call(request, REQUEST, "getHttpURI");
        boolean sense = RetakeJettyFields.line(call(request, REQUEST, "getMethod"), uri,
                "org.eclipse.jetty.http.HttpURI", out);
        RetakeJettyFields.write(fields(channel), out);
        return sense;
    }

    @Override
    void response(Object channel, Object self, RetakeBuffer out) throws Exception {
        Object response = call(channel, CHANNEL, "getResponse");
        out.integer((Integer) call(response, RESPONSE, "getStatus"));
        RetakeJettyFields.write(call(response, RESPONSE, "getHttpFields"), out);
    }

    @Override
    void writing(Object[] args, RetakeBuffer body) {
        if (args[1] != null) {
            take((ByteBuffer) args[1], Integer.MAX_VALUE, body);
        }
    }

    @Override
    void read(Object[] args, Object count, RetakeBuffer body) {
        if ((Integer) count > 0) {
            body.copy((byte[]) args[0], (Integer) args[1], (Integer) count);
        }
    }
}
