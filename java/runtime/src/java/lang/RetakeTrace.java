package java.lang;

import jdk.internal.vm.annotation.DontInline;

/** Everything seen while one request is served, or one event outside of all requests. */
class RetakeTrace {
    private static final int MOST_BRANCHES = 1024;
    private static final int DEEPEST_FORK = 64;
    private static final int FIRST_ON_LOOP = 1 << 20;
    private static final int MOST_THREADS = 256;
    private static final int MOST_HELD = 256;
    private static final int MOST_STATEMENTS = 4096;
    /** Work goes on after the answer; for longer than this, in nanoseconds, it is no longer the request's. */
    static final long LONGEST_AFTERMATH = 10_000_000_000L;

    private static final RetakeStream[] NO_STREAMS = new RetakeStream[0];
    private static final RetakeStatement[] NO_STATEMENTS = new RetakeStatement[0];
    private static final Thread[] NO_THREADS = new Thread[0];

    // The names of its parts.
    private static final RetakeLabel ID = RetakeLabel.of("id");
    private static final RetakeLabel RUN = RetakeLabel.of("run");
    private static final RetakeLabel REQUEST = RetakeLabel.of("scope", "request", "started");
    private static final RetakeLabel OUTSIDE = RetakeLabel.of("scope", "boot", "started");
    private static final RetakeLabel ENTRY = RetakeLabel.of("entry");
    private static final RetakeLabel HTTP = RetakeLabel.of("http");
    private static final RetakeLabel BRANCHES = RetakeLabel.of("branches");
    private static final RetakeLabel THREADS = RetakeLabel.of("threads");
    private static final RetakeLabel STREAMS = RetakeLabel.of("streams");
    private static final RetakeLabel INCOMPLETE = RetakeLabel.of("incomplete");

    private static final RetakeCount IDS = new RetakeCount();
    private static final RetakeCount UNFINISHED = new RetakeCount();
    /** A thread that was made before the answer, or a stage, that has not begun so long after it will not begin. */
    private static final long LONGEST_BIRTH = 1_000_000_000L;
    /** Traces whose requests are answered while work goes on. */
    private static RetakeTrace waiting;

    private final int epoch = Retake.epoch;
    private final int stamp = RetakeRing.stamp;
    final long id;
    final boolean boot;
    /** In replay, the run that this observes. */
    final String run;
    /** For how many traces it stands in what recording costs; 0 if that is not measured. */
    final int standsFor;
    final long started = System.currentTimeMillis();
    final long startedNanos = System.nanoTime();

    /** Whether names have numbers. Not in replay, where each question is understood by itself, nor where there is one event. */
    final boolean lists;
    /** In replay, whether it was recorded call by call. */
    final boolean byCall;
    private RetakeBranch[] branches = new RetakeBranch[2];
    private int branchCount;
    private int handles;
    /** The first handles, which are known to nobody else and go with the trace, and their numbers. */
    private Object[] held;
    private int[] numbers;
    private int heldCount;
    /** The statements that the request has made. */
    private RetakeStatement[] statements = NO_STATEMENTS;
    private int statementCount;
    private int running;
    /** Of them, those of which it is open whether they will. */
    private int unbegun;
    /** When the entry ended; 0 before. */
    private long answered;
    /** Whether it was handed over. */
    private boolean over;
    private RetakeTrace nextWaiting;
    /** Whether it grew too large and nothing more is kept of it. */
    boolean givenUp;
    /** Whether that was for all traces together, and not for this one. */
    boolean full;
    /** Whether it ends while a server may still work on its request. */
    boolean abandoned;
    /** Where the application's classes are found. */
    ClassLoader loader;
    private String[] incomplete = new String[0];
    /** What passes through handles of this trace. */
    private RetakeStream[] streams = NO_STREAMS;
    private Thread[] threads = NO_THREADS;
    private int threadCount;

    /** The request that a server serves, if it came over HTTP. */
    RetakeExchange exchange;
    /** The entry's input, as CBOR without the body, and its output likewise. */
    RetakeBuffer request;
    RetakeBuffer response;
    /** The entry, if it is a method: what calls it, its name, its arguments, and then how it ended. */
    RetakeBuffer call;
    RetakeEncoder callEncoder;
    boolean callEnded;
    final RetakeBuffer requestBody = RetakeBuffer.ofBody();
    final RetakeBuffer responseBody = RetakeBuffer.ofBody();

    RetakeTrace(boolean boot, String run) {
        this.boot = boot;
        this.run = run;
        this.lists = !boot && !Retake.replay;
        this.byCall = run != null && Retake.byCall(run);
        this.id = IDS.add(1) + 1;
        this.standsFor = RetakeControl.standsFor(id);
        if (!boot) {
            UNFINISHED.add(1);
        }
    }

    /** Requests whose traces have begun and not ended. */
    static int unfinished() {
        return (int) Math.max(0, UNFINISHED.now);
    }

    /** What has not ended by now belongs to nobody. */
    static synchronized void forget() {
        UNFINISHED.now = 0;
        waiting = null;
        RetakeBuffer.forget();
    }

    /** A new branch; null for one fork too many, or too late: a task that hands itself over again never ends. */
    synchronized RetakeBranch branch(RetakeBranch parent) {
        return branch(parent, parent == null ? 0 : parent.forks++);
    }

    /**
     * The same for a task of an event loop. How many are handed over, what a server writes above all, depends on how fast the loop
     * is: they are counted apart, so that they move nothing else.
     */
    synchronized RetakeBranch branchOnLoop(RetakeBranch parent) {
        return branch(parent, FIRST_ON_LOOP + parent.forksToLoop++);
    }

    /** The ordinal of what is handed over next. */
    synchronized int ordinal(RetakeBranch parent) {
        return parent.forks++;
    }

    private RetakeBranch branch(RetakeBranch parent, int ordinal) {
        if (parent != null) {
            boolean late = answered != 0 && System.nanoTime() - answered > LONGEST_AFTERMATH;
            if (late || givenUp || branchCount >= MOST_BRANCHES || parent.path.length >= DEEPEST_FORK) {
                incomplete("the request handed over more tasks than are followed");
                return null;
            }
        }
        RetakeBranch branch = new RetakeBranch(this, parent, ordinal);
        if (branchCount == branches.length) {
            RetakeBranch[] more = new RetakeBranch[branchCount * 2];
            System.arraycopy(branches, 0, more, 0, branchCount);
            branches = more;
        }
        branches[branchCount++] = branch;
        running++;
        return branch;
    }

    /** The entry has ended. What it began may go on. */
    void answered() {
        synchronized (this) {
            answered = System.nanoTime();
            if (running == 1) {
                return;
            }
        }
        synchronized (RetakeTrace.class) {
            nextWaiting = waiting;
            waiting = this;
        }
        RetakeClock.wake();
    }

    /** A branch is a thread that was made or a stage that was written: whether it will ever run is open. */
    synchronized void unbegun(RetakeBranch branch) {
        branch.unbegun = true;
        unbegun++;
    }

    /** Such a branch runs, or will not. */
    synchronized void begun(RetakeBranch branch) {
        if (branch.unbegun) {
            branch.unbegun = false;
            unbegun--;
        }
    }

    private synchronized boolean isLate(long now) {
        long since = now - answered;
        return since > LONGEST_AFTERMATH || since > LONGEST_BIRTH && running == unbegun;
    }

    /** Ends the traces whose work goes on for longer than is followed, or all that are answered; whether some are left. */
    static boolean cut(boolean all) {
        if (waiting == null) {
            return false;
        }
        long now = System.nanoTime();
        RetakeTrace late = null;
        RetakeTrace kept = null;
        synchronized (RetakeTrace.class) {
            for (RetakeTrace trace = waiting; trace != null; ) {
                RetakeTrace next = trace.nextWaiting;
                if (trace.over) {
                    trace.nextWaiting = null;
                } else if (all || trace.isLate(now)) {
                    trace.nextWaiting = late;
                    late = trace;
                } else {
                    trace.nextWaiting = kept;
                    kept = trace;
                }
                trace = next;
            }
            waiting = kept;
        }
        for (; late != null; late = late.nextWaiting) {
            late.leave();
        }
        return kept != null;
    }

    /** Hands the trace over without what goes on: its buffers belong to other threads. */
    private void leave() {
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
            for (int i = 0; i < branchCount; i++) {
                branches[i].left = branches[i].running;
                if (branches[i].left && !branches[i].isEmpty()) {
                    incomplete("work that the request began went on for longer than is followed");
                } else if (branches[i].left && branches[i].waiting) {
                    incomplete("a task that the request handed over was not seen to run");
                }
            }
        }
        handOver();
        givenUp = true;
    }

    /** Keeps nothing more. The bytes go at the end, because other branches may be writing theirs. */
    void giveUp() {
        givenUp = true;
        requestBody.release();
        responseBody.release();
    }

    /** The number of a thread that works on this trace. */
    @DontInline
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
            threads = java.util.Arrays.copyOf(threads, Math.max(2, threadCount * 2));
        }
        threads[threadCount] = thread;
        return threadCount++;
    }

    synchronized void follow(RetakeStream stream) {
        streams = java.util.Arrays.copyOf(streams, streams.length + 1);
        streams[streams.length - 1] = stream;
    }

    /**
     * The number of a handle, doubled; with one more, if that is its number outside of requests. -1 for one too many: whoever
     * uses a thousand in one request must be free to let go of them.
     */
    @DontInline
    synchronized int handle(Object object) {
        // The last ones are asked most. They are compared one by one, because giving an object an identity hash is dear.
        for (int i = heldCount - 1; i >= 0; i--) {
            if (held[i] == object) {
                return numbers[i];
            }
        }
        if (heldCount == MOST_HELD) {
            return -1;
        }
        if (held == null) {
            held = new Object[16];
            numbers = new int[16];
        } else if (heldCount == held.length) {
            held = java.util.Arrays.copyOf(held, heldCount * 2);
            numbers = java.util.Arrays.copyOf(numbers, heldCount * 2);
        }
        int boot = RetakeHandles.boot(object);
        held[heldCount] = object;
        numbers[heldCount] = boot < 0 ? nextHandle() * 2 : boot * 2 + 1;
        return numbers[heldCount++];
    }

    /** Takes an object for another that has a number: asked, it does the same. */
    synchronized void alias(Object object, Object known) {
        int number = handle(known);
        for (int i = heldCount - 1; i >= 0; i--) {
            if (held[i] == object) {
                return;
            }
        }
        if (number < 0 || handle(object) < 0) {
            return;
        }
        numbers[heldCount - 1] = number;
    }

    /** What is known of a statement; null if the request has not made it. */
    @DontInline
    synchronized RetakeStatement statement(Object object) {
        for (int i = statementCount - 1; i >= 0; i--) {
            if (statements[i].object == object) {
                return statements[i];
            }
        }
        return null;
    }

    /** The request has made a statement. */
    synchronized void add(RetakeStatement statement) {
        if (statementCount == statements.length) {
            int open = 0;
            for (int i = 0; i < statementCount; i++) {
                if (!statements[i].closed) {
                    statements[open++] = statements[i];
                }
            }
            if (open == MOST_STATEMENTS) {
                incomplete("the request had more statements at a time than are followed");
                return;
            }
            // Those that were closed last may still be asked something.
            statements = java.util.Arrays.copyOf(statements, open == statementCount ? Math.max(8, open * 2) : statements.length);
            java.util.Arrays.fill(statements, open, Math.min(statementCount, statements.length), null);
            statementCount = open;
        }
        statements[statementCount++] = statement;
    }

    synchronized int nextHandle() {
        return handles++;
    }

    /** In replay: a double has this number, so nothing else gets it. */
    synchronized void numbered(int id) {
        handles = Math.max(handles, id + 1);
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

    /** Whether it was handed over, and nothing more is added. */
    synchronized boolean isOver() {
        return over;
    }

    /** Somebody comes to work in a region; null if the trace has ended, or has no room for it. */
    synchronized RetakeBranch come(RetakeRegion region) {
        if (over) {
            return null;
        }
        if (region.branch != null) {
            again(region.branch);
            return region.branch;
        }
        RetakeBranch branch = branch(region.parent, region.ordinal);
        if (branch != null) {
            branch.bag = region.bag;
            branch.serial = region;
            branch.handed = 1;
            region.branch = branch;
        }
        return branch;
    }

    /** The task of a branch is handed over once more; false if the trace has ended. */
    synchronized boolean again(RetakeBranch branch) {
        if (over) {
            return false;
        }
        if (!branch.running) {
            branch.running = true;
            running++;
        }
        branch.handed++;
        return true;
    }

    /** The task of a branch begins; false if it is none of those that never run twice at a time. */
    synchronized boolean enter(RetakeBranch branch) {
        if (over || branch.handed == 0) {
            return false;
        }
        if (branch.entered) {
            incomplete("a task that was handed over again ran twice at a time");
            return false;
        }
        branch.entered = true;
        return true;
    }

    /** The task of a branch has run once; the branch ends if it is not handed over again. */
    void once(RetakeBranch branch) {
        synchronized (this) {
            branch.entered = false;
            if (--branch.handed > 0) {
                return;
            }
        }
        ended(branch);
    }

    /** Says that a branch has come to its end; the last one hands the trace over. */
    void ended(RetakeBranch branch) {
        synchronized (this) {
            if (!branch.running) {
                return;
            }
            begun(branch);
            branch.running = false;
            if (over) {
                branch.release();
                return;
            }
            if (--running > 0) {
                return;
            }
            over = true;
        }
        handOver();
    }

    @DontInline
    private void handOver() {
        if (epoch != Retake.epoch || Retake.finished && !boot) {
            return;
        }
        if (!boot) {
            UNFINISHED.add(-1);
        }
        RetakeBuffer whole = null;
        try {
            if (givenUp) {
                throw new RetakeTooLarge(full);
            }
            for (RetakeStream stream : streams) {
                if (branchCount > 0) {
                    stream.say(branches[0]);
                }
            }
            whole = RetakeBuffer.shared(size());
            write(whole);
            if (!RetakeRing.put(whole.bytes, whole.length, boot, stamp)) {
                Retake.submit(whole.bytes, whole.length, boot);
            }
        } catch (RetakeTooLarge e) {
            Retake.lost(e.full ? Retake.NO_MEMORY : Retake.TOO_LARGE, boot);
        } finally {
            if (whole != null) {
                whole.recycle();
            }
            if (call != null) {
                call.release();
            }
            done(request);
            done(response);
            done(requestBody);
            done(responseBody);
            for (RetakeStream stream : streams) {
                stream.release();
            }
            for (int i = 0; i < branchCount; i++) {
                if (!branches[i].left) {
                    branches[i].release();
                }
                if (branches[i].serial != null) {
                    RetakeForks.SERIAL.take(branches[i].serial);
                }
            }
            letGo();
        }
    }

    private void done(RetakeBuffer buffer) {
        // If it was given up, somebody may be writing after all.
        if (buffer != null && (givenUp || abandoned)) {
            buffer.release();
        } else if (buffer != null) {
            buffer.recycle();
        }
    }

    /** Lets go of what is the application's: somebody may keep the trace for a while. */
    private synchronized void letGo() {
        held = null;
        numbers = null;
        heldCount = 0;
        statements = NO_STATEMENTS;
        statementCount = 0;
        streams = NO_STREAMS;
        threads = NO_THREADS;
        threadCount = 0;
    }

    /** How much it takes, about. */
    private int size() {
        int size = requestBody.length + responseBody.length + (request == null ? 0 : request.length) + 600;
        for (int i = 0; i < branchCount; i++) {
            size += branches[i].out.length;
        }
        return size;
    }

    @DontInline
    void write(RetakeBuffer out) {
        out.map(9);
        out.label(ID);
        out.integer(id);
        out.label(RUN);
        if (run == null) {
            out.nothing();
        } else {
            out.name(run);
        }
        out.label(boot ? OUTSIDE : REQUEST);
        out.integer(started);
        out.label(ENTRY);
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
            out.label(HTTP);
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
        out.label(BRANCHES);
        out.array(branchCount);
        for (int i = 0; i < branchCount; i++) {
            RetakeBranch branch = branches[i];
            if (branch.isOpen() && !branch.left) {
                branch.breakOff();
            }
            if (branch.confused != null && !branch.isEmpty()) {
                incomplete(branch.confused);
            }
            out.array(branch.bag ? 3 : 2);
            out.array(branch.path.length);
            for (int ordinal : branch.path) {
                out.integer(ordinal);
            }
            if (branch.left) {
                out.array(0);
            } else {
                out.array(branch.events);
                out.copy(branch.out.bytes, 0, branch.out.length);
            }
            if (branch.bag) {
                out.truth(true);
            }
        }
        out.label(THREADS);
        out.array(threadCount);
        for (int i = 0; i < threadCount; i++) {
            out.name(threads[i].getName());
        }
        // Before it is said what is incomplete: to write one may find out.
        out.label(STREAMS);
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
        out.label(INCOMPLETE);
        out.array(incomplete.length);
        for (String reason : incomplete) {
            out.name(reason);
        }
    }
}
