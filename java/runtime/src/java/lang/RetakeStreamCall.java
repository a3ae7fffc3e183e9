package java.lang;

/** A call on an object whose stream may be followed, while it runs; innermost first. */
final class RetakeStreamCall {
    final RetakeHook hook;
    /** Null if nobody follows the object. */
    final RetakeStream stream;
    final Object[] args;
    final RetakeStreamCall outer;
    /** Whether what is asked meanwhile is the dependency's: it reads from a connection of its own. */
    boolean owns;

    RetakeStreamCall(RetakeHook hook, RetakeStream stream, Object[] args, RetakeStreamCall outer) {
        this.hook = hook;
        this.stream = stream;
        this.args = args;
        this.outer = outer;
    }

    /** Whether it is part of another call on the same object, which tells the same. */
    boolean isNested() {
        for (RetakeStreamCall call = outer; call != null; call = call.outer) {
            if (call.stream == stream) {
                return true;
            }
        }
        return false;
    }
}
