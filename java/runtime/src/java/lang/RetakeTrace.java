package java.lang;

/** Everything seen while one request is served, or one event outside of all requests. */
final class RetakeTrace {
    private static final int MOST_BRANCHES = 1024;
    private static final int DEEPEST_FORK = 64;
    private static final int MOST_THREADS = 256;
    /** Work goes on after the answer; for longer than this, in nanoseconds, it is no longer the request's. */
    private static final long LONGEST_AFTERMATH = 10_000_000_000L;

    private static long ids;
    private static int unfinished;

    private final int epoch = Retake.epoch;
    final long id;
    final boolean boot;
    /** In replay, the run that this observes. */
    final String run;
    final long started = System.currentTimeMillis();
    final long startedNanos = System.nanoTime();

    private RetakeBranch[] branches = new RetakeBranch[2];
    private int branchCount;
    private int handles;
    private int running;
    /** When the entry ended; 0 before. */
    private long answered;
    /** Whether it grew too large and nothing more is kept of it. */
    boolean givenUp;
    /** Where the application's classes are found. */
    ClassLoader loader;
    private String[] incomplete = new String[0];
    /** What passes through handles of this trace. */
    private RetakeStream[] streams = new RetakeStream[0];
    private Thread[] threads = new Thread[2];
    private int threadCount;

    /** The entry's input, as CBOR without the body, and its output likewise. */
    RetakeBuffer request;
    RetakeBuffer response;
    /** The entry, if it is a method: what calls it, its name, its arguments, and then how it ended. */
    RetakeBuffer call;
    RetakeEncoder callEncoder;
    boolean callEnded;
    final RetakeBuffer requestBody = new RetakeBuffer(64);
    final RetakeBuffer responseBody = new RetakeBuffer(256);

    RetakeTrace(boolean boot, String run) {
        this.boot = boot;
        this.run = run;
        this.id = nextId();
        if (!boot) {
            count(1);
        }
    }

    private static synchronized long nextId() {
        return ++ids;
    }

    /** Requests whose traces have begun and not ended. */
    static synchronized int unfinished() {
        return unfinished;
    }

    /** What has not ended by now belongs to nobody. */
    static synchronized void forget() {
        unfinished = 0;
        RetakeBuffer.forget();
    }

    private static synchronized void count(int more) {
        unfinished += more;
    }

    /** A new branch; null for one fork too many, or too late: a task that hands itself over again never ends. */
    synchronized RetakeBranch branch(RetakeBranch parent) {
        if (parent != null) {
            boolean late = answered != 0 && System.nanoTime() - answered > LONGEST_AFTERMATH;
            if (late || givenUp || branchCount >= MOST_BRANCHES || parent.path.length >= DEEPEST_FORK) {
                incomplete("the request handed over more tasks than are followed");
                return null;
            }
        }
        RetakeBranch branch = new RetakeBranch(this, parent);
        if (branchCount == branches.length) {
            RetakeBranch[] more = new RetakeBranch[branchCount * 2];
            System.arraycopy(branches, 0, more, 0, branchCount);
            branches = more;
        }
        branches[branchCount++] = branch;
        running++;
        return branch;
    }

    synchronized void answered() {
        answered = System.nanoTime();
    }

    /** Keeps nothing more. The bytes go at the end, because other branches may be writing theirs. */
    void giveUp() {
        givenUp = true;
        requestBody.release();
        responseBody.release();
    }

    /** The number of a thread that works on this trace. */
    synchronized int thread(Thread thread) {
        for (int i = 0; i < threadCount; i++) {
            if (threads[i] == thread) {
                return i;
            }
        }
        if (threadCount == MOST_THREADS) {
            return MOST_THREADS;
        }
        if (threadCount == threads.length) {
            Thread[] more = new Thread[threadCount * 2];
            System.arraycopy(threads, 0, more, 0, threadCount);
            threads = more;
        }
        threads[threadCount] = thread;
        return threadCount++;
    }

    synchronized void follow(RetakeStream stream) {
        streams = java.util.Arrays.copyOf(streams, streams.length + 1);
        streams[streams.length - 1] = stream;
    }

    synchronized int nextHandle() {
        return handles++;
    }

    synchronized void incomplete(String reason) {
        for (String known : incomplete) {
            if (known.equals(reason)) {
                return;
            }
        }
        if (incomplete.length < 8) {
            String[] more = new String[incomplete.length + 1];
            System.arraycopy(incomplete, 0, more, 0, incomplete.length);
            more[incomplete.length] = reason;
            incomplete = more;
        }
    }

    /** Says that a branch has come to its end; the last one hands the trace over. */
    void ended() {
        synchronized (this) {
            if (--running > 0) {
                return;
            }
        }
        if (epoch != Retake.epoch) {
            return;
        }
        if (!boot) {
            count(-1);
        }
        RetakeBuffer whole = new RetakeBuffer(2048);
        try {
            if (givenUp) {
                throw new RetakeTooLarge();
            }
            for (RetakeStream stream : streams) {
                if (branchCount > 0) {
                    stream.say(branches[0]);
                }
            }
            write(whole);
            Retake.submit(whole.bytes, whole.length, boot);
        } catch (RetakeTooLarge e) {
            Retake.lost(Retake.TOO_LARGE, boot);
        } finally {
            whole.release();
            if (call != null) {
                call.release();
            }
            requestBody.release();
            responseBody.release();
            for (RetakeStream stream : streams) {
                stream.release();
            }
            for (int i = 0; i < branchCount; i++) {
                branches[i].out.release();
                branches[i].encoder.begin();
            }
        }
    }

    private void write(RetakeBuffer out) {
        out.map(9);
        out.name("id");
        out.integer(id);
        out.name("run");
        if (run == null) {
            out.nothing();
        } else {
            out.name(run);
        }
        out.name("scope");
        out.name(boot ? "boot" : "request");
        out.name("started");
        out.integer(started);
        out.name("entry");
        if (call != null) {
            out.array(6);
            out.name("method");
            out.copy(call.bytes, 0, call.length);
            if (!callEnded) {
                out.integer(3);
                out.nothing();
            }
        } else if (request == null) {
            out.nothing();
        } else {
            out.array(3);
            out.name("http");
            out.array(4);
            out.copy(request.bytes, 0, request.length);
            out.octets(requestBody.bytes, 0, requestBody.length);
            if (response == null) {
                out.nothing();
            } else {
                out.array(3);
                out.copy(response.bytes, 0, response.length);
                out.octets(responseBody.bytes, 0, responseBody.length);
            }
        }
        out.name("branches");
        out.array(branchCount);
        for (int i = 0; i < branchCount; i++) {
            RetakeBranch branch = branches[i];
            if (branch.isOpen()) {
                branch.close(3, null, 'V');
            }
            out.array(2);
            out.array(branch.path.length);
            for (int ordinal : branch.path) {
                out.integer(ordinal);
            }
            out.array(branch.events);
            out.copy(branch.out.bytes, 0, branch.out.length);
        }
        out.name("threads");
        out.array(threadCount);
        for (int i = 0; i < threadCount; i++) {
            out.name(threads[i].getName());
        }
        // Before it is said what is incomplete: to write one may find out.
        out.name("streams");
        int told = 0;
        for (RetakeStream stream : streams) {
            told += stream.kind == RetakeStream.OUTPUT ? 0 : 1;
        }
        out.array(told);
        for (RetakeStream stream : streams) {
            if (stream.kind != RetakeStream.OUTPUT) {
                stream.write(out);
            }
        }
        out.name("incomplete");
        out.array(incomplete.length);
        for (String reason : incomplete) {
            out.name(reason);
        }
    }
}
