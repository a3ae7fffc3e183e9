package java.lang;

/**
 * What passes through one handle while the application uses it: the bytes of an input, the elements of an iterator, what
 * becomes of a future. How it is asked for does not matter, so it is kept beside the events. What is written to an output
 * is asked of the other side: it is one event, when the output is closed or the trace ends.
 */
final class RetakeStream {
    static final int INPUT = 1;
    static final int ITERATOR = 2;
    static final int FUTURE = 3;
    static final int OUTPUT = 4;
    /** Gives one iterator, and that is what counts. */
    static final int ITERABLE = 5;

    /** Tells whoever subscribes. */
    static final int PUBLISHER = 6;
    /** Is walked through once. */
    static final int ELEMENTS = 7;

    static final String BYTES = "bytes";
    static final String ITEMS = "items";
    static final String SKIPPED = "skipped";
    static final String FAILED = "failed";
    static final String ENDED = "ended";
    static final String NOW = "now";
    static final String MARKS = "marks";
    static final String CLOSED = "closed";

    /** What is longer is cut there, and the trace told. */
    private static final int LONGEST = 2 << 20;
    private static final String WRITTEN = "write([B)V";

    final int kind;
    private final int id;
    private final RetakeTrace trace;
    /** For a {@link #FUTURE}: itself, and whether it was complete when the application got it. */
    private final Object future;
    /** Where it is looked for. */
    private RetakeHandle handles;
    /** For a {@link #PUBLISHER}: whether it told who subscribed on the spot. */
    private boolean now;

    private final RetakeBuffer out = new RetakeBuffer(256);
    private final RetakeEncoder encoder;
    private int items;
    /** Where the reader is, which is before the end of what is known after it went back to a mark. */
    private int position;
    private int mark;
    private int[] skipped = new int[0];
    private Throwable failed;
    /** For an {@link #INPUT}: whether it was closed, and how it fails since. */
    private boolean closed;
    private Throwable failedClosed;
    /** For an {@link #INPUT}: whether it can go back. */
    private final boolean marks;
    private boolean ended;
    /** Whether nothing more is kept of it. */
    private boolean done;
    /** For a {@link #PUBLISHER}: whether somebody has subscribed, and the subscription after this one. */
    private boolean subscribed;
    private RetakeStream more;
    /** Whether who subscribed takes what there is instead of being told. */
    boolean taken;

    RetakeStream(int kind, int id, Object object, RetakeTrace trace) {
        this.kind = kind == ITERABLE ? ITERATOR : kind;
        this.id = id;
        this.trace = trace;
        this.future = kind == FUTURE ? object : null;
        this.now = kind == FUTURE && ((java.util.concurrent.Future<?>) object).isDone();
        // Whoever reads goes one way or the other.
        this.marks = kind == INPUT && ((java.io.InputStream) object).markSupported();
        this.encoder = new RetakeEncoder(out, trace);
        encoder.begin();
    }

    /** It passes through an object. */
    synchronized void passes(RetakeHandle handle) {
        handle.stream = this;
        handle.also = handles;
        handles = handle;
    }

    /** A call of a method ended. */
    synchronized void passed(String method, Object[] args, Object value, Throwable thrown) {
        if (done) {
            return;
        }
        if (closed && thrown != null) {
            failedClosed = thrown;
        } else if (thrown != null) {
            // The end of an iterator is said in this way, too.
            ended = kind == ITERATOR && thrown instanceof java.util.NoSuchElementException;
            failed = ended ? null : thrown;
        } else if (kind == INPUT) {
            input(method, args, value);
        } else if (kind == OUTPUT) {
            output(method, args);
        } else if (method.startsWith("iterator")) {
            RetakeStreams.followToo(value, this, trace);
        } else if (method.startsWith("hasNext")) {
            ended = Boolean.FALSE.equals(value);
        } else if (method.startsWith("next")) {
            item(value);
        }
        if (trace.boot && kind != OUTPUT && (ended || failed != null || method.equals("close()V"))) {
            // There is no trace to wait for.
            RetakeTrace own = new RetakeTrace(true, null);
            own.follow(this);
            own.ended(own.branch(null));
        }
    }

    private void input(String method, Object[] args, Object value) {
        switch (method) {
            case "read()I":
                int one = ((Number) value).intValue();
                ended |= one < 0;
                if (one >= 0) {
                    bytes(new byte[] {(byte) one}, 0, 1);
                }
                return;
            case "read([B)I":
            case "read([BII)I":
            case "readNBytes([BII)I":
                int count = ((Number) value).intValue();
                ended |= count < 0;
                bytes((byte[]) args[0], args.length > 1 ? (Integer) args[1] : 0, count);
                return;
            case "readAllBytes()[B":
            case "readNBytes(I)[B":
                bytes((byte[]) value, 0, ((byte[]) value).length);
                ended |= args.length == 0;
                return;
            case "skip(J)J":
                skip(((Number) value).longValue());
                return;
            case "skipNBytes(J)V":
                skip((Long) args[0]);
                return;
            case "mark(I)V":
                mark = position;
                return;
            case "reset()V":
                position = mark;
                return;
            case "close()V":
                closed = true;
                return;
            default:
        }
    }

    private void output(String method, Object[] args) {
        switch (method) {
            case "write(I)V":
                bytes(new byte[] {((Integer) args[0]).byteValue()}, 0, 1);
                return;
            case "write([B)V":
                bytes((byte[]) args[0], 0, ((byte[]) args[0]).length);
                return;
            case "write([BII)V":
                bytes((byte[]) args[0], (Integer) args[1], (Integer) args[2]);
                return;
            default:
        }
    }

    /** Somebody subscribes, perhaps again: what passes this time. */
    synchronized RetakeStream again() {
        if (!subscribed) {
            subscribed = true;
            return this;
        }
        if (more == null) {
            more = new RetakeStream(kind, id, null, trace);
            RetakeStreams.count(1);
            if (!trace.boot) {
                trace.follow(more);
            }
        }
        return more.again();
    }

    /** A publisher tells something before who subscribed goes on. */
    synchronized void atOnce() {
        now |= items == 0;
    }

    /** A publisher tells something. */
    synchronized void next(Object value) {
        if (!done) {
            item(value);
        }
    }

    synchronized void end() {
        ended = true;
        over();
    }

    synchronized void fail(Throwable thrown) {
        failed = thrown;
        over();
    }

    /** Who is told cannot be seen. */
    void unseen(Class<?> type) {
        trace.incomplete("an answer could not be copied: ".concat(type.getName())
                .concat(": what passes through it cannot be seen"));
    }

    /** Several threads walk through it, so that its elements have no order. */
    void divided() {
        trace.incomplete("a stream that a dependency gave was divided among threads");
    }

    /** What passed could not be kept. */
    void broken(Throwable e) {
        trace.incomplete("the recording of a stream failed: ".concat(e.toString()));
    }

    /** Outside of requests there is no trace to wait for. */
    private void over() {
        if (trace.boot && !done) {
            RetakeTrace own = new RetakeTrace(true, null);
            own.follow(this);
            own.ended(own.branch(null));
        }
    }

    /** What was written, for the event that says so; null if it was said. */
    synchronized byte[] written() {
        if (done) {
            return null;
        }
        done = true;
        return out.taken();
    }

    /** Says what was written to an output. */
    void say(RetakeBranch branch) {
        byte[] written = kind == OUTPUT ? written() : null;
        if (written != null) {
            branch.ask(new RetakeDouble(id, trace.boot, "java.io.OutputStream"), WRITTEN, new Class<?>[] {byte[].class},
                    new Object[] {written});
            branch.close(0, null, 'V');
        }
    }

    /** Bytes that were read or written. */
    synchronized void bytes(byte[] from, int start, int count) {
        int known = Math.min(count, out.length - position);
        if (count <= 0 || done) {
            return;
        }
        if (out.length + count - known > LONGEST) {
            cut();
            return;
        }
        out.copy(from, start + known, count - known);
        position += count;
    }

    private void skip(long count) {
        if (count <= 0) {
            return;
        }
        int known = (int) Math.min(count, out.length - position);
        if (count - known > LONGEST - out.length) {
            cut();
            return;
        }
        if (count > known) {
            int[] more = java.util.Arrays.copyOf(skipped, skipped.length + 2);
            more[skipped.length] = out.length;
            more[skipped.length + 1] = (int) count - known;
            skipped = more;
            out.copy(new byte[(int) count - known], 0, (int) count - known);
        }
        position += (int) count;
    }

    private void item(Object value) {
        if (out.length > LONGEST) {
            cut();
            return;
        }
        encoder.answer(value, 'L');
        items++;
        tell();
    }

    private void cut() {
        done = true;
        trace.incomplete("more than 2 MiB passed through a stream");
    }

    private void tell() {
        if (encoder.opaque != null) {
            trace.incomplete("what passed through a stream could not be copied: ".concat(encoder.opaque));
            encoder.opaque = null;
        }
    }

    /** Looks what has become of the future. */
    private void complete() {
        try {
            if (!((java.util.concurrent.Future<?>) future).isDone()) {
                return;
            }
            ended = true;
            item(((java.util.concurrent.Future<?>) future).get());
        } catch (java.util.concurrent.ExecutionException e) {
            failed = e.getCause();
        } catch (Throwable e) {
            failed = e;
        }
    }

    /** Writes what passed. */
    synchronized void write(RetakeBuffer to) {
        if (kind == FUTURE && !done) {
            complete();
        }
        to.array(2);
        to.integer(id);
        to.map(2 + (skipped.length > 0 ? 1 : 0) + (failed != null ? 1 : 0) + (failedClosed != null ? 1 : 0) + (marks ? 1 : 0)
                + (now ? 1 : 0));
        if (kind == INPUT) {
            to.name(BYTES);
            to.octets(out.bytes, 0, out.length);
        } else {
            to.name(ITEMS);
            to.array(items);
            to.copy(out.bytes, 0, out.length);
        }
        to.name(ENDED);
        to.truth(ended);
        if (skipped.length > 0) {
            to.name(SKIPPED);
            to.array(skipped.length);
            for (int part : skipped) {
                to.integer(part);
            }
        }
        failure(to, FAILED, failed);
        failure(to, CLOSED, failedClosed);
        if (marks) {
            to.name(MARKS);
            to.truth(true);
        }
        if (now) {
            to.name(NOW);
            to.truth(true);
        }
    }

    private void failure(RetakeBuffer to, String name, Throwable failure) {
        if (failure != null) {
            to.name(name);
            int start = out.length;
            encoder.answer(failure, 'L');
            tell();
            to.copy(out.bytes, start, out.length - start);
            out.length = start;
        }
    }

    /** Whether its trace has ended, or it was cut. */
    synchronized boolean isDone() {
        return done;
    }

    /** Forgets it: its trace has ended. */
    synchronized void release() {
        RetakeStreams.count(-1);
        done = true;
        out.release();
        encoder.begin();
        for (; handles != null; handles = handles.also) {
            handles.stream = null;
            // Outside of requests an object keeps its number.
            if (handles.trace != 0) {
                RetakeHandles.remove(handles);
            }
        }
    }
}
