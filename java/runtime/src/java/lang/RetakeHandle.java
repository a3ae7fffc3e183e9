package java.lang;

import java.lang.ref.WeakReference;

/** An entry of {@link RetakeHandles}: an object and the number it got. */
final class RetakeHandle extends WeakReference<Object> {
    final int hash;
    /** The trace that the number counts in; 0 for the boot trace. */
    final long trace;
    final int id;
    /** Where it is counted, if its number is one outside of requests. */
    final RetakeOutside outside;
    RetakeHandle next;
    /** Whether it goes with its trace, whoever else is given the object meanwhile. */
    boolean followed;
    /** What passes through it, if that is followed. */
    RetakeStream stream;
    /** Another one through which the same stream passes. */
    RetakeHandle also;
    /** In replay, the double that the object is. */
    RetakeDouble standIn;
    /** In replay, what does the work of an object that the application made. */
    Object delegate;

    RetakeHandle(Object object, int hash, long trace, int id, RetakeOutside outside, RetakeHandle next) {
        super(object, outside == null ? null : outside.added());
        this.hash = hash;
        this.trace = trace;
        this.id = id;
        this.outside = outside;
        this.next = next;
    }
}
