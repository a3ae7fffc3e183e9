package java.lang;

/** What is known of a request before anything is written of it, whichever server takes it in. */
abstract class RetakeHead {
    /** The value of a header, or null. */
    abstract String header(Object request, String name) throws Exception;

    /** The method and the path: {@code GET /orders/17}. */
    abstract String line(Object request) throws Exception;

    static String line(String method, String target) {
        int query = target.indexOf('?');
        return method.concat(" ").concat(query < 0 ? target : target.substring(0, query));
    }
}
