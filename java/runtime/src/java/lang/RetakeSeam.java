package java.lang;

/** A place between a server and what it serves with, where a thread is at work. */
final class RetakeSeam {
    /** The seam around it on the same thread; null if it is the outermost. */
    final RetakeSeam outer;
    /** Whether the server came back to a request. */
    final boolean again;
    /** The request that is served; null if that is not traced, or has been handed to another thread. */
    RetakeExchange exchange;
    /** What stands for it in the server. */
    Object request;

    RetakeSeam(RetakeSeam outer, boolean again) {
        this.outer = outer;
        this.again = again;
    }
}
