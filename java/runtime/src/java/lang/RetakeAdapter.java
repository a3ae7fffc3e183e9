package java.lang;

/** How the runtime sees the requests of one HTTP server. Adapters only look; the application notices nothing. */
abstract class RetakeAdapter {
    /** The value of a request header, or null. */
    abstract String header(Object[] args, String name) throws Exception;

    /** Takes a request header away before the application sees it. */
    abstract void remove(Object[] args, String name) throws Exception;

    /** The method and the path of a request: {@code GET /orders/17}. */
    String line(Object[] args) throws Exception {
        RetakeBuffer request = new RetakeBuffer(256);
        try {
            request(args, request);
            RetakeReader in = new RetakeReader(request.bytes, 0);
            return line(in.expectText(), in.expectText());
        } finally {
            request.release();
        }
    }

    static String line(String method, String target) {
        int query = target.indexOf('?');
        return method.concat(" ").concat(query < 0 ? target : target.substring(0, query));
    }

    /** Writes method, target and headers; false if the server could not make sense of the request itself. */
    abstract boolean request(Object[] args, RetakeBuffer out) throws Exception;

    /** Writes status and headers. */
    abstract void response(Object[] args, RetakeBuffer out) throws Exception;

    /** The bytes that the server is about to write for the application. */
    abstract void writing(Object[] args, RetakeBuffer body) throws Exception;

    /** The bytes that the server has just read for the application. */
    abstract void read(Object[] args, int count, RetakeBuffer body) throws Exception;

    /** Whether a response header belongs to the connection and not to the answer. */
    static boolean ofConnection(String name) {
        return name.equalsIgnoreCase("date") || name.equalsIgnoreCase("connection")
                || name.equalsIgnoreCase("keep-alive") || name.equalsIgnoreCase("transfer-encoding");
    }

    static Object call(Object target, String name) throws Exception {
        return target.getClass().getMethod(name).invoke(target);
    }
}
