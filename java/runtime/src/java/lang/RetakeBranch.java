package java.lang;

import jdk.internal.vm.annotation.DontInline;

/** One line of execution of a trace, with the events it crossed. Used by one thread at a time. */
final class RetakeBranch {
    private static final int[] ROOT = new int[0];
    /** Stands for what came back where that is a number, which is made an object only if somebody needs one. */
    static final Object NUMBER = new Object();
    /** More rows than this, in bytes, are not kept, and the trace says so. */
    private static final int MOST_READ = 8 << 20;
    /** What the root of most requests takes. */
    private static final int ROOM = 4000;

    final RetakeTrace trace;
    final int[] path;
    final RetakeBuffer out;
    final RetakeEncoder encoder;
    int events;
    int forks;
    int forksToLoop;
    /** Whether somebody works on it, or will; the trace's lock guards it. */
    boolean running = true;
    /** Whether threads share its work and that of the branches below it, so that order means nothing. */
    boolean bag;
    /** Whether it is a thread or a stage that has not begun; the trace's lock guards it. */
    boolean unbegun;
    /** Whether it is a task that has not begun. */
    boolean waiting;
    /** The task whose runs are this branch, if it is handed over again and again. */
    Object serial;
    /** How often it is handed over and has not run, and whether it runs; the trace's lock guards both. */
    int handed;
    boolean entered;
    /** Whether it is a stage of which no object is known yet. */
    boolean unwritten;
    /** What the thread is doing that was made for it. */
    RetakeThread made;
    /** Whether the trace was handed over without it. */
    boolean left;
    /** Why this may be the work of another branch, which matters if it crosses anything; null if it cannot be. */
    String confused;
    /** Where the open event begins; -1 when none is open. */
    private int open = -1;
    private long opened;
    /** Who worked here last, and its number in the trace. */
    private Thread worker;
    private int thread;
    /** What was asked by the open event, if a hook did; and on what, if that changes anything. */
    private RetakeHook asking;
    private Object self;
    private Object[] args;
    /** The call that is made and is no event by itself, and what it is; null if there is none. */
    private RetakeHook telling;
    private int tellingRole;
    private Object tellingSelf;
    private Object[] tellingArgs;
    /** The number that came back from it. */
    private long number;
    /** The statement that the open event executes. */
    private RetakeStatement executing;
    /** The statement that was called last. */
    private RetakeStatement lastStatement;
    /** How many of its entries are events. */
    private int asked;
    /** How much calls that only read have taken, in bytes. */
    private int read;
    /** The handle, or the statement, of the last such call that was written. */
    private Object lastRead;
    /** The handle that was asked last, which is mostly the next one, too; its number in the trace, and that of its type. */
    private Object handle;
    private RetakeShape handleShape;
    private int handleNumber;
    private int handleType;
    /** Whether names have numbers. */
    private final boolean lists;
    /** The trace's. */
    final int standsFor;
    /** In replay: where the application asked what the recording did not expect. */
    String place;

    RetakeBranch(RetakeTrace trace, RetakeBranch parent, int ordinal) {
        this.trace = trace;
        // Where nothing is kept, there need be no room for it.
        this.out = trace.givenUp ? new RetakeBuffer(0)
                : parent == null && !trace.boot ? RetakeBuffer.shared(ROOM) : RetakeBuffer.shared();
        this.encoder = new RetakeEncoder(out, trace);
        this.lists = trace.lists;
        this.standsFor = trace.standsFor;
        if (parent == null) {
            path = ROOT;
        } else {
            confused = parent.confused;
            path = new int[parent.path.length + 1];
            System.arraycopy(parent.path, 0, path, 0, parent.path.length);
            path[path.length - 1] = ordinal;
        }
    }

    /** Writes the question of an event. */
    @DontInline
    void ask(RetakeHook hook, Object self, Object[] args) {
        beginEvent();
        if (hook.kind == RetakeHook.HANDLE) {
            method(hook, self);
        } else {
            out.integer(hook.id);
            out.nothing();
        }
        // A request that is sent says itself what is asked.
        boolean described = hook.external && hook.kind == RetakeHook.POINT && self != null
                && RetakeShape.ofObject(self).kind == RetakeShape.DESCRIBED;
        out.array(described ? args.length + 1 : args.length);
        if (described) {
            encoder.value(self, 'L');
        }
        values(hook, args);
        asking = hook;
        if (hook.changes) {
            this.self = self;
            this.args = args;
        }
    }

    /** Writes which method of which handle is asked. */
    private void method(RetakeHook hook, Object self) {
        name(hook);
        if (!lists || !knows(self)) {
            RetakeHandles.write(out, self, RetakeShape.ofObject(self).name, trace);
            return;
        }
        int at = out.length;
        byte[] to = out.room(at, 20);
        at = RetakeBuffer.array(to, at, 3);
        at = RetakeBuffer.integer(to, at, handleNumber >> 1);
        at = RetakeBuffer.truth(to, at, (handleNumber & 1) != 0);
        out.length = RetakeBuffer.integer(to, at, handleType);
    }

    private void name(RetakeHook hook) {
        int number = lists ? RetakeNames.method(hook) : 0;
        if (number == 0) {
            out.name(hook.name);
        } else {
            out.integer(number);
        }
    }

    /** The shape of a handle's class. */
    RetakeShape shape(Object self) {
        return self == handle ? handleShape : RetakeShape.ofObject(self);
    }

    /** Whether a handle has a number in the trace, which is then at hand. */
    @DontInline
    private boolean knows(Object self) {
        if (self == handle) {
            return true;
        }
        RetakeShape shape = RetakeShape.ofObject(self);
        int type = shape.handle < 0 ? 0 : RetakeNames.type(shape.handle);
        int number = type == 0 ? -1 : trace.handle(self);
        if (number < 0) {
            return false;
        }
        handle = self;
        handleShape = shape;
        handleNumber = number;
        handleType = type;
        return true;
    }

    /**
     * A call begins that is no event by itself, or one that executes a statement: {@link RetakeRoles}. False if it is a call like any
     * other, because what it is made on is none of the trace's own.
     */
    @DontInline
    boolean takes(RetakeShape shape, RetakeHook hook, Object self, Object[] args) {
        if (!lists) {
            return false;
        }
        int role = RetakeRoles.role(hook.roles, shape.family);
        if (shape.family == RetakeRoles.STATEMENT) {
            RetakeStatement made = statement(self);
            return made != null && takes(role, made, hook, self, args);
        }
        if (role == RetakeRoles.EVENT || role == RetakeRoles.READ && (!knows(self) || (handleNumber & 1) != 0)) {
            return false;
        }
        begins(role, hook, self, args);
        return true;
    }

    private boolean takes(int role, RetakeStatement made, RetakeHook hook, Object self, Object[] args) {
        if (role == RetakeRoles.EXECUTES || role == RetakeRoles.DESCRIBES || role == RetakeRoles.EVENT) {
            execute(role, made, hook, args);
        } else {
            begins(role, hook, self, args);
        }
        return true;
    }

    private void begins(int role, RetakeHook hook, Object self, Object[] args) {
        if (open >= 0) {
            close(3, null, 'V');
        }
        telling = hook;
        tellingRole = role;
        tellingSelf = self;
        tellingArgs = args;
    }

    /** Writes what a statement asks. */
    private void execute(int role, RetakeStatement made, RetakeHook hook, Object[] args) {
        beginEvent();
        name(hook);
        if (made.typeNumber != 0 && knows(made.connection)) {
            int at = out.length;
            byte[] to = out.room(at, 25);
            at = RetakeBuffer.array(to, at, 4);
            at = RetakeBuffer.integer(to, at, handleNumber >> 1);
            at = RetakeBuffer.truth(to, at, (handleNumber & 1) != 0);
            at = RetakeBuffer.integer(to, at, handleType);
            out.length = RetakeBuffer.integer(to, at, made.typeNumber);
        } else {
            int at = out.length;
            RetakeHandles.write(out, made.connection, RetakeShape.ofObject(made.connection).name, trace);
            // One part more than a handle has by itself.
            out.bytes[at]++;
            out.name(made.type);
        }
        asks(role, made, hook.name, args);
        executing = role == RetakeRoles.EXECUTES ? made : null;
    }

    private void asks(int role, RetakeStatement made, String method, Object[] args) {
        if (role == RetakeRoles.EXECUTES) {
            made.write(out, encoder, method.startsWith("executeBatch(") || method.startsWith("executeLargeBatch("), args);
        } else if (role == RetakeRoles.DESCRIBES) {
            made.writeText(out, encoder);
        } else {
            out.array(args.length);
            for (Object arg : args) {
                encoder.value(arg, 'L');
            }
        }
    }

    /** A statement that the request has made; null if it has not. */
    private RetakeStatement statement(Object self) {
        if (lastStatement == null || lastStatement.object != self) {
            lastStatement = trace.statement(self);
        }
        return lastStatement;
    }

    /** The call that is no event by itself has ended. */
    @DontInline
    private void told(int outcome, Object value, char type) {
        RetakeHook hook = telling;
        Object self = tellingSelf;
        Object[] args = tellingArgs;
        telling = null;
        tellingSelf = null;
        tellingArgs = null;
        if (outcome > 1) {
            return;
        }
        boolean failed = outcome == 1;
        switch (tellingRole) {
            case RetakeRoles.READ:
                read(hook, self, args, outcome, value, type);
                return;
            case RetakeRoles.FOLLOWS:
                follows(statement(self), hook, args, outcome, value, type);
                return;
            case RetakeRoles.TELLS:
                if (failed) {
                    trace.incomplete("a statement did not take what it was told: ".concat(hook.name));
                } else {
                    statement(self).tell(hook.name, args);
                }
                return;
            case RetakeRoles.MAKES:
                if (!failed && value != null) {
                    makes(self, value, args);
                    return;
                }
                break;
            case RetakeRoles.BACK:
                if (!failed && back(self, value)) {
                    return;
                }
                break;
            default:
                if (hook.name.equals("close()V")) {
                    RetakeStatement closed = trace.statement(self);
                    if (closed != null) {
                        closed.closed = true;
                    }
                }
                if (!failed) {
                    return;
                }
        }
        // It is rarer than not, and worth to be known.
        RetakeStatement made = trace.statement(self);
        if (made != null) {
            follows(made, hook, args, outcome, value, type);
        } else if (knows(self) && (handleNumber & 1) == 0) {
            read(hook, self, args, outcome, value, type);
        } else {
            ask(hook, self, args);
            close(outcome, boxed(value, type), type);
        }
    }

    private Object boxed(Object value, char type) {
        return value == NUMBER ? Retake.box(number, type) : value;
    }

    private void makes(Object connection, Object statement, Object[] args) {
        RetakeShape shape = RetakeShape.ofObject(statement);
        if (!shape.given) {
            RetakeHandles.give(shape, trace);
        }
        int type = shape.handle < 0 ? 0 : RetakeNames.type(shape.handle);
        lastStatement = new RetakeStatement(statement, connection, shape.name, type, args);
        trace.add(lastStatement);
    }

    /** Whether a handle gave what it came from, or what does the same. */
    private boolean back(Object self, Object value) {
        RetakeStatement made = trace.statement(self);
        if (made == null) {
            return value != null && trace.statement(value) != null;
        }
        if (value != made.connection && value != null) {
            RetakeShape shape = RetakeShape.ofObject(value);
            if (!shape.given) {
                RetakeHandles.give(shape, trace);
            }
            trace.alias(value, made.connection);
        }
        return value != null;
    }

    /** Writes a call that looked at what a handle knows, with what came back. */
    private void read(RetakeHook hook, Object self, Object[] args, int outcome, Object value, char type) {
        if (!beginRead()) {
            return;
        }
        if (self == lastRead) {
            // Columns of one row are read one behind the other.
            out.array(4);
            name(hook);
        } else {
            lastRead = self;
            out.array(5);
            method(hook, self);
        }
        endRead(hook, args, outcome, value, type);
    }

    /** The same of what an execution left in its statement. */
    private void follows(RetakeStatement made, RetakeHook hook, Object[] args, int outcome, Object value, char type) {
        if (made.branch != this) {
            execute(RetakeRoles.EVENT, made, hook, args);
            close(outcome, boxed(value, type), type);
            return;
        }
        if (!beginRead()) {
            return;
        }
        boolean again = lastRead == made && made.results >= 0;
        out.array(again ? 4 : 5);
        name(hook);
        if (!again) {
            lastRead = made;
            boolean first = made.results < 0;
            if (first) {
                made.results = trace.nextHandle();
            }
            out.array(first ? 2 : 1);
            out.integer(made.results);
            if (first) {
                out.integer(asked - 1 - made.at);
            }
        }
        endRead(hook, args, outcome, value, type);
    }

    private boolean beginRead() {
        if (read > MOST_READ) {
            trace.incomplete("more than 8 MiB of rows were read");
            return false;
        }
        begin();
        return true;
    }

    private void endRead(RetakeHook hook, Object[] args, int outcome, Object value, char type) {
        out.array(args.length);
        values(hook, args);
        if (value == NUMBER) {
            number(number, type);
        } else {
            answer(outcome, value, type);
        }
        read += out.length - open;
        events++;
        open = -1;
    }

    private void values(RetakeHook hook, Object[] values) {
        for (int i = 0; i < values.length; i++) {
            encoder.value(values[i], hook.argument(i));
        }
    }

    private void values(String types, Object[] values) {
        for (int i = 0; i < values.length; i++) {
            encoder.value(values[i], types.charAt(i));
        }
    }

    /** Makes the changes that the open event made when it was recorded; false if it makes none. */
    boolean change(RetakeDecoder decoder) throws Exception {
        boolean changes = changes();
        if (changes) {
            RetakeWrites.apply(decoder, self, args);
        }
        return changes;
    }

    private boolean changes() {
        return asking != null && asking.changes;
    }

    /** Writes the question of what has no point of its own. */
    void ask(String dependency, String types, Object[] args) {
        beginEvent();
        out.name(dependency);
        out.nothing();
        out.array(args.length);
        values(types, args);
    }

    /** Writes the question of a call on a double. */
    void ask(RetakeDouble target, String method, Class<?>[] types, Object[] args) {
        beginEvent();
        out.name(method);
        out.array(3);
        out.integer(target.id);
        out.truth(target.boot);
        out.name(target.type);
        out.array(args.length);
        for (int i = 0; i < args.length; i++) {
            encoder.value(args[i], RetakeShape.character(types[i]));
        }
    }

    /** The same of a statement that came from it. */
    void ask(RetakeDouble connection, RetakeStatement made, String method, Object[] args) {
        beginEvent();
        out.name(method);
        out.array(4);
        out.integer(connection.id);
        out.truth(connection.boot);
        out.name(connection.type);
        out.name(made.type);
        asks(RetakeRoles.role(RetakeRoles.of(method), RetakeRoles.STATEMENT), made, method, args);
    }

    /** Writes that the caller told something to what the entry gave back. What is done about it follows. */
    void told(RetakeHook hook, Object self, String type, Object[] args) {
        beginEvent();
        out.name(hook.name);
        RetakeHandles.write(out, self, type, trace);
        out.array(args.length);
        values(hook, args);
        if (encoder.opaque != null) {
            trace.incomplete("a message could not be copied: ".concat(encoder.opaque));
        }
        close(0, null, 'V');
    }

    private void beginEvent() {
        begin();
        opened = System.nanoTime();
        out.array(8);
    }

    private void begin() {
        if (open >= 0) {
            // An exception passed that no hook saw; the event before stays without an end.
            close(3, null, 'V');
        }
        open = out.length;
        encoder.begin();
    }

    /** Where the question of the open event begins: behind the head of the event, which counts parts still to come. */
    int question() {
        return open + 1;
    }

    boolean isOpen() {
        return open >= 0;
    }

    /** The trace is handed over, and the call that is open was not seen to end. */
    void breakOff() {
        trace.incomplete(asking == null ? "a call was not seen to end" : asking.name.concat(" was not seen to end"));
        close(3, null, 'V');
    }

    /** Whether it crossed nothing. */
    boolean isEmpty() {
        return events == 0 && open < 0;
    }

    /** Gives back what it wrote. */
    void release() {
        if (open >= 0) {
            // Somebody may be writing after all.
            out.release();
        } else {
            out.recycle();
        }
        encoder.begin();
        handle = null;
        telling = null;
        tellingSelf = null;
        tellingArgs = null;
        lastStatement = null;
        lastRead = null;
        handleShape = null;
    }

    /** Writes what came back and ends the event. */
    @DontInline
    void close(int outcome, Object value, char type) {
        if (telling != null) {
            told(outcome, value, type);
        } else if (open >= 0) {
            close(outcome, value, type, Math.max(0, System.nanoTime() - opened));
        }
    }

    /** The same of a number that came back. */
    @DontInline
    void closeNumber(long value, char type) {
        if (telling != null) {
            number = value;
            told(0, NUMBER, type);
            return;
        }
        if (open < 0) {
            return;
        }
        long took = Math.max(0, System.nanoTime() - opened);
        number(value, type);
        end(0, took);
    }

    /** Writes that a number came back. */
    private void number(long value, char type) {
        int at = out.length;
        byte[] to = out.room(at, 10);
        at = RetakeBuffer.integer(to, at, 0);
        out.length = type == 'Z' ? RetakeBuffer.truth(to, at, value != 0) : RetakeBuffer.integer(to, at, value);
    }

    private void answer(int outcome, Object value, char type) {
        out.integer(outcome);
        encoder.opaque = null;
        encoder.answer(value, outcome == 1 ? 'L' : type);
        if (encoder.opaque != null) {
            trace.incomplete("an answer could not be copied: ".concat(encoder.opaque));
        }
    }

    /** Writes what was read, which takes no time: to look at the clock once more would. */
    void close(Object value, char type) {
        if (open >= 0) {
            close(0, value, type, 0);
        }
    }

    private void close(int outcome, Object value, char type, long took) {
        if (outcome == 0 || outcome == 1) {
            answer(outcome, value, type);
        } else {
            out.integer(outcome);
            out.nothing();
        }
        end(outcome, took);
    }

    /** Ends the open event, whose answer is written. */
    private void end(int outcome, long took) {
        int thread = thread();
        int at = out.length;
        byte[] to = out.room(at, 27);
        at = RetakeBuffer.integer(to, at, opened - trace.startedNanos);
        at = RetakeBuffer.integer(to, at, took);
        out.length = RetakeBuffer.integer(to, at, thread);
        boolean changed = changes() && (outcome == 0 || outcome == 1);
        if (place != null || changed) {
            // One part more than the head of the event says: array of eight becomes array of nine.
            out.bytes[open]++;
            out.map(place != null && changed ? 2 : 1);
            if (changed) {
                out.name("writes");
                RetakeWrites.record(this, asking, self, args);
            }
            if (place != null) {
                out.name("place");
                out.name(place);
                place = null;
            }
        }
        forget();
        if (executing != null) {
            executing.executed(this, asked);
            executing = null;
            lastRead = null;
        }
        asked++;
        events++;
        open = -1;
    }

    private int thread() {
        Thread now = Thread.currentThread();
        if (now != worker) {
            worker = now;
            thread = trace.thread(now);
        }
        return thread;
    }

    /** Takes back an event that could not be written. */
    void abandon() {
        if (open >= 0) {
            lastRead = null;
            out.length = open;
            open = -1;
            place = null;
            executing = null;
            forget();
        }
        telling = null;
        tellingSelf = null;
        tellingArgs = null;
    }

    private void forget() {
        asking = null;
        self = null;
        args = null;
    }
}
