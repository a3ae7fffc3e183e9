package java.lang;

/** What the runtime does at one woven place. */
final class RetakeHook {
    /** A point of the analysis: recorded, and answered in replay. */
    static final int POINT = 0;
    /** A method of a handle. */
    static final int HANDLE = 1;
    /** Where a request comes in. */
    static final int ENTRY = 2;
    /** Where a task is handed to another thread. */
    static final int FORK = 3;
    /** Where a handed-over task runs. */
    static final int ADOPT = 4;
    /** Where something is done that is no request's, whichever happens to be the first: initialisation, more workers. */
    static final int BOOT = 5;
    /** Where the container reads the request's body. */
    static final int BODY_IN = 6;
    /** Where the container writes the response's body. */
    static final int BODY_OUT = 7;
    /** Where an executor refuses a task that was handed to it, or the task is cancelled. */
    static final int REJECT = 8;
    /** Where a framework calls a method of the service that is an entry. */
    static final int METHOD = 10;
    /** Where the worker of a pool comes for its next task. */
    static final int NEXT = 20;
    /** A method with a place that could not be woven. */
    static final int MISSED = 21;
    /** Where a framework asks something once for the whole process. */
    static final int ONCE = 22;
    /** Where a task is handed to somebody who hands it on later. */
    static final int RELAY = 11;
    /** Where a thread ends that the agent is not told of. */
    static final int END = 12;
    /** Where a stage of a future is written. */
    static final int STAGE = 13;
    /** Where the object of a stage is made. */
    static final int WRITTEN = 14;
    /** Where a stage is tried. */
    static final int FIRE = 15;
    /** Where a stage that is tried is claimed. */
    static final int CLAIM = 16;
    /** Where a stream is walked through, which several threads may do together. */
    static final int SHARE = 17;
    /** Where a task is handed over that never runs twice at a time, and may be handed over again before it has run. */
    static final int SERIAL = 18;
    /** Where a server comes back to a request that it serves. */
    static final int AGAIN = 40;
    /** Where a server has come to the end of a response. */
    static final int COMPLETE = 41;
    /** Where a message of a request comes in on an event loop. */
    static final int INCOMING = 50;
    /** Where a message of a response goes out. */
    static final int OUTGOING = 51;
    /** Where a server is done with a request. */
    static final int DONE = 52;
    /** Where an operator is made that takes in what several threads emit. */
    static final int REGION = 53;
    /** Where it is driven on. */
    static final int DRIVEN = 54;
    /** A method of a publisher, of who subscribes to it, or of the subscription. */
    static final int SIGNAL = 55;
    /** A hook that the agent does not know. */
    static final int UNKNOWN = 9;
    /** A method of an object that something passes through. */
    static final int STREAM = 30;
    /** Where a constructor opens a file. */
    static final int OPENING = 31;
    /** In a diagnosis: where the application calls something that is not its own. */
    static final int WATCH = 34;
    /** Where the process connects to another. */
    static final int CONNECT = 33;
    /** A method of an observer that an entry gave back, to whom the caller's messages come. */
    static final int OBSERVER = 32;

    final int id;
    final int kind;
    /** The method's name and descriptor, for handles; the adapter's name, for entries and bodies; kind and method, for methods. */
    final String name;
    /** One descriptor character for each argument; every reference is {@code L}. */
    final String arguments;
    /** The first eight of them, a byte each: what a hook needs each time is in itself. */
    private final long first;
    /** The descriptor character of the result. */
    final char result;
    /** Whether it depends on something outside the process. */
    final boolean external;
    /** Of a method of a handle: what it is, for each kind of handle ({@link RetakeRoles}). */
    final int roles;
    /** What it changes besides what it gives back: {@code argument 0}, {@code field shop.Order.total:J}. */
    final String[] writes;
    /** Whether there is anything of that. */
    final boolean changes;
    /** The number of its name ({@link RetakeNames}); 0 as long as it has none. */
    int number;
    /** Of an entry or a body: how its server is seen. */
    RetakeAdapter adapter;
    /** Of a method of a handle: the types whose doubles have it, and do not have it, that were asked for last. */
    String onDouble;
    String notOnDouble;

    RetakeHook(int id, int kind, String name, String arguments, char result, boolean external, String[] writes) {
        this.id = id;
        this.kind = kind;
        this.name = name;
        this.arguments = arguments;
        this.result = result;
        this.external = external;
        this.writes = writes;
        this.changes = writes.length > 0;
        long bytes = 0;
        for (int i = 0; i < arguments.length() && i < 8; i++) {
            bytes |= (long) arguments.charAt(i) << 8 * i;
        }
        this.first = bytes;
        this.roles = kind == HANDLE ? RetakeRoles.of(name) : 0;
    }

    /** The descriptor character of an argument. */
    char argument(int number) {
        return number < 8 ? (char) (first >>> 8 * number & 0xff) : arguments.charAt(number);
    }
}
