package java.lang;

/** One subscription of the application to a publisher that a point gave: who subscribed, or what it was subscribed to with. */
final class RetakeWatch {
    /** What passes. */
    final RetakeStream stream;
    /** Where the application is told of it; null outside of requests. */
    final RetakeRegion region;
    /** Whether this is the library's side. */
    final boolean source;
    /** Whether all was told. Who is told then may subscribe to something else. */
    volatile boolean over;

    RetakeWatch(RetakeStream stream, RetakeRegion region, boolean source) {
        this.stream = stream;
        this.region = region;
        this.source = source;
    }
}
