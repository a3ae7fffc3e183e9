package java.lang;

/** A place between a server and what it serves with, where a thread is at work. */
final class RetakeSeam {
    /** The seam around it on the same thread; null if it is the outermost. */
    final RetakeSeam outer;
    /** Whether the server lets go of a request that it comes back from here with, until it has more to do. */
    final boolean letsGo;
    /** The request that is served; null if that is not traced, or has been handed to another thread. */
    RetakeExchange exchange;
    /** What stands for it in the server. */
    Object request;

    RetakeSeam(RetakeSeam outer, boolean letsGo) {
        this.outer = outer;
        this.letsGo = letsGo;
    }
}
