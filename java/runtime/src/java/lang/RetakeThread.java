package java.lang;

import jdk.internal.vm.annotation.Contended;
import jdk.internal.vm.annotation.DontInline;

/** What one thread is doing. It is written at every hook, so that nothing of another thread may stand beside it. */
@Contended
final class RetakeThread {
    private static final RetakeThreads CURRENT = new RetakeThreads();

    private final int epoch = Retake.epoch;
    // Whoever changes what isIdle() looks at where no hook begins or ends has to say so: settle().

    /** The branch it works on; null outside of requests. */
    RetakeBranch branch;
    /** How many points are open, one inside the other; only the outermost owns its dependency. */
    int owned;
    /** How many entries are open, one inside the other. */
    int entries;
    /** Whether it is a pool's worker that has begun its task where it got it. */
    boolean fetched;
    /** In a diagnosis: the innermost call that is watched. */
    RetakeWatched watched;
    /** In replay: whether the call that owns goes to the real dependency. */
    boolean passing;
    /** Whether the runtime itself is at work, whose calls are nobody's business. */
    boolean inside;
    /** The answer that {@link Retake#before} promised. */
    Object answer;
    Throwable thrown;
    /** The number of what else the recording says of the results; -1 if it says nothing. */
    int results;
    /** What a body hook saw before the container read or wrote. */
    Object[] body;
    /** The request that the body belongs to. */
    RetakeExchange bodyOf;
    /** How many body hooks are open inside that one; what passes there passes it, too. */
    int bodies;
    /** The innermost place where a server has called. */
    RetakeSeam seam;
    /** Whether the entry is a method that a framework called. */
    boolean method;
    /** In replay: the trace of the entry that is about to be called. */
    RetakeTrace invoked;
    // What was set aside for initialisation or for a task, innermost last.
    private Aside[] aside = new Aside[8];
    private int suspensions;
    /** The innermost call on an object that something may pass through. */
    RetakeStreamCall streamCall;
    /** The object whose constructor opens a file. */
    Object opening;
    /** Arrays that are kept for this thread's buffers ({@link RetakeSpare}); null if none are. */
    byte[][] spare;
    /** Whether it was decided whether some are. */
    boolean keeps;
    /** How much the branch had written when a hook began that is measured, and for how many traces that one stands. */
    int written;
    int standsFor;
    /** The branch of the boot event that is open on this thread. */
    RetakeBranch bootBranch;
    // Where RetakeWorking keeps it, and whether it does.
    Thread owner;
    RetakeThread next;
    private boolean working;
    /** Whether RetakeWorking keeps it as long as the thread runs. */
    private boolean bound;

    static RetakeThread get() {
        RetakeThread thread = RetakeWorking.find();
        return thread != null ? thread : resting();
    }

    private static RetakeThread resting() {
        RetakeThread thread = CURRENT.get();
        if (thread != null && thread.epoch == Retake.epoch) {
            return thread;
        }
        return RetakeForks.THREADS.pending.now == 0 ? null : first();
    }

    static RetakeThread getOrCreate() {
        RetakeThread thread = get();
        return thread == null ? first() : thread;
    }

    /** Looks once whether a request began this thread. */
    private static RetakeThread first() {
        RetakeThread thread = new RetakeThread();
        thread.branch = RetakeForks.THREADS.look(Thread.currentThread());
        CURRENT.set(thread);
        thread.settle();
        return thread;
    }

    /** A thread is about to begin of which nobody is told when it has. */
    static void begin(Thread thread, RetakeBranch branch) {
        RetakeThread t = new RetakeThread();
        t.branch = branch;
        t.bound = true;
        t.working = true;
        branch.made = t;
        RetakeForks.THREADS.put(thread, branch);
        RetakeWorking.add(t, thread);
    }

    /** Whether the end of no hook, and no other one, has anything to look at here. */
    private boolean isIdle() {
        return branch == null && owned == 0 && suspensions == 0 && !inside && bootBranch == null && streamCall == null && bodyOf == null
                && seam == null && entries == 0 && opening == null;
    }

    /** The runtime is at work on this thread, and what it calls itself is nobody's business. */
    void enter() {
        inside = true;
        if (!working) {
            settle();
        }
    }

    /** The same where it may be at work already; gives whether it was. */
    boolean enterAgain() {
        boolean nested = inside;
        enter();
        return nested;
    }

    void leave(boolean nested) {
        if (!nested) {
            leave();
        }
    }

    /** The runtime has done its work. */
    void leave() {
        inside = false;
        settle();
    }

    /** What this thread is doing may have changed: from here on hooks find it, or do not. */
    void settle() {
        if (branch == null || !working) {
            settleAnew();
        }
    }

    @DontInline
    private void settleAnew() {
        if (!bound && working == isIdle()) {
            working = !working;
            if (working) {
                RetakeWorking.add(this, Thread.currentThread());
            } else {
                RetakeWorking.remove(this);
            }
        }
    }

    /** The thread has come to its end, whatever it was doing. */
    void end() {
        if (working) {
            working = false;
            RetakeWorking.remove(this);
        }
    }

    /** What this thread was given when it was made; null if it was given nothing. */
    static RetakeThread inherited() {
        RetakeThread thread = CURRENT.get();
        return thread == null || thread.isOld() ? null : thread;
    }

    /** Whether it is known from an agent that has left. */
    boolean isOld() {
        return epoch != Retake.epoch;
    }

    /** Sets the work at hand aside for other work, until {@link #resume}. */
    void suspend(RetakeBranch other, int otherOwned, boolean ends) {
        if (suspensions == aside.length) {
            Aside[] more = new Aside[suspensions * 2];
            System.arraycopy(aside, 0, more, 0, suspensions);
            aside = more;
        }
        Aside place = aside[suspensions];
        if (place == null) {
            place = aside[suspensions] = new Aside();
        }
        suspensions++;
        place.branch = branch;
        place.bootBranch = bootBranch;
        place.owned = owned;
        place.ends = ends;
        bootBranch = null;
        branch = other;
        owned = otherOwned;
    }

    /** Whether there is work to set aside, or some is. What begins then sets it aside, so that each end finds its beginning. */
    boolean isBusy() {
        return suspensions > 0 || owned > 0 || fetched;
    }

    /** Goes on with what was set aside last. Gives the branch that has come to its end with it, if one has. */
    RetakeBranch resume() {
        if (suspensions == 0) {
            return null;
        }
        Aside place = aside[--suspensions];
        RetakeBranch ended = place.ends ? branch : null;
        branch = place.branch;
        bootBranch = place.bootBranch;
        owned = place.owned;
        place.branch = null;
        place.bootBranch = null;
        place.stage = null;
        return ended;
    }

    /** Whether the branch that work was set aside for last ends when that goes on. */
    void ends(boolean ends) {
        if (suspensions > 0) {
            aside[suspensions - 1].ends = ends;
        }
    }

    /** Remembers the stage that work was set aside for last. */
    void fires(Object stage) {
        aside[suspensions - 1].stage = stage;
    }

    /** The stage that work was set aside for last; null if it was none. */
    Object fired() {
        return suspensions > 0 ? aside[suspensions - 1].stage : null;
    }

    /** What was set aside. */
    private static final class Aside {
        RetakeBranch branch;
        RetakeBranch bootBranch;
        int owned;
        /** Whether the branch that it was set aside for ends when this goes on. */
        boolean ends;
        Object stage;
    }
}
