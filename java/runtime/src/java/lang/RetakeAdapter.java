package java.lang;

import java.nio.ByteBuffer;

/**
 * How the runtime sees the requests of one HTTP server. Adapters only look; the application notices nothing. A request is
 * known by the object that stands for it in the server for as long as it is served.
 */
abstract class RetakeAdapter extends RetakeHead {
    /** The object that stands for the request, at a hook; null if there is none. */
    abstract Object request(RetakeHook hook, Object self, Object[] args) throws Exception;

    /** Whether a request begins at an entry; {@code known} if one with this object is being served. */
    boolean begins(Object request, boolean known) throws Exception {
        return !known;
    }

    /** Whether the response is complete when the server's thread returns. Servers that tell when it is say no. */
    boolean isOver(Object request) throws Exception {
        return false;
    }

    /** Whether an entry that is left before the response is complete has let go of the request inside, where it is handled. */
    boolean letsGo() {
        return false;
    }

    /** Takes a request header away before the application sees it. */
    abstract void remove(Object request, String name) throws Exception;

    @Override
    String line(Object request) throws Exception {
        RetakeBuffer head = new RetakeBuffer(256);
        try {
            head(request, head);
            RetakeReader in = new RetakeReader(head.bytes, 0);
            return line(in.expectText(), in.expectText());
        } finally {
            head.release();
        }
    }

    /** Writes method, target and headers; false if the server could not make sense of the request itself. */
    abstract boolean head(Object request, RetakeBuffer out) throws Exception;

    /** Writes status and headers; {@code self} is what told that the response is complete, if something did. */
    abstract void response(Object request, Object self, RetakeBuffer out) throws Exception;

    /** The request whose body passes a hook; null if it is not traced. */
    RetakeExchange exchange(RetakeThread t, RetakeHook hook, Object self, Object[] args) throws Exception {
        return RetakeExchange.find(request(hook, self, args));
    }

    /** What to keep of the arguments of a read or a write until it is done. */
    Object[] remember(Object[] args) {
        return args;
    }

    /** The bytes that the server is about to write for the application. */
    abstract void writing(Object[] args, RetakeBuffer body) throws Exception;

    /** The bytes that the server has written, where only the result tells which. */
    void written(Object[] args, Object result, RetakeBuffer body) throws Exception {}

    /** The bytes that the server has just read for the application. */
    abstract void read(Object[] args, Object result, RetakeBuffer body) throws Exception;

    /** Whether a response header belongs to the connection and not to the answer. */
    static boolean ofConnection(String name) {
        return name.equalsIgnoreCase("date") || name.equalsIgnoreCase("connection")
                || name.equalsIgnoreCase("keep-alive") || name.equalsIgnoreCase("transfer-encoding");
    }

    /** Writes one header, unless it belongs to the connection. */
    static void header(String name, String value, RetakeBuffer out) {
        if (name != null && !ofConnection(name)) {
            out.array(2);
            out.name(name);
            out.name(value == null ? "" : value);
        }
    }

    /** Copies what is left in a buffer, and leaves it there. */
    static void take(ByteBuffer from, int most, RetakeBuffer body) {
        int count = Math.min(from.remaining(), most);
        if (from.hasArray()) {
            body.copy(from.array(), from.arrayOffset() + from.position(), count);
            return;
        }
        byte[] bytes = new byte[count];
        from.duplicate().get(bytes);
        body.copy(bytes, 0, count);
    }

    /** Calls a method that a public type has which the object is of; its own class may be nobody's to see. */
    static Object call(Object target, String type, String name) throws Exception {
        return RetakeMembers.method(target.getClass(), type, name).invoke(target);
    }

    /** A field that no method gives. */
    static Object field(Object target, String name) throws Exception {
        return RetakeShape.UNSAFE.getReferenceVolatile(target, RetakeMembers.offset(target.getClass(), name));
    }
}
