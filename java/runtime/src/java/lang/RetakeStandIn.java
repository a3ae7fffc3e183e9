package java.lang;

/** An object of the runtime's own that stands in for a handle in replay. */
interface RetakeStandIn {
    RetakeDouble standIn();
}
