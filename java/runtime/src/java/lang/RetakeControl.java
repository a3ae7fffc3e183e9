package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * Which requests are recorded. It is decided where a request comes in, before anything is written of it, and counted in
 * memory that the agent reads: there it also says that there is no room for more.
 */
final class RetakeControl {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    // The words of that memory; the agent has the same list.
    private static final int SEEN = 0;
    private static final int BEGUN = 1;
    private static final int NOT_SAMPLED = 2;
    private static final int NO_HEADER = 3;
    private static final int NOT_NOW = 4;
    private static final int ENOUGH = 5;
    private static final int NO_CPU = 6;
    private static final int NO_MEMORY = 9;
    /** The number of the word that counts what is refused for now; 0 while nothing is. */
    private static final int CLOSED = 16;
    /** Which share of the requests has room in the limit of CPU time, in parts of {@link RetakeSample#ALL}. */
    private static final int THROTTLE = 17;
    /** Nanoseconds inside hooks, as far as the traces that are measured tell. */
    private static final int SPENT = 18;
    /** One trace in so many is measured, and one in so many of the first ones of a process; powers of two. */
    private static final int EVERY = 64;
    private static final int EVERY_EARLY = 16;
    private static final long EARLY = 4096;
    /**
     * Nanoseconds that a hook takes at most, and as many more for each byte that it writes. What is beyond that it spent without a
     * processor, waiting for its turn behind other threads.
     */
    private static final long LONGEST = 100_000;
    private static final long LONGEST_A_BYTE = 20;

    private static long page;
    /** What it takes to look at the clock, which is no part of what a hook takes. */
    private static long looking;
    private static String force;
    private static String header;
    private static String value;
    private static RetakeWindows windows;
    private static long most = -1;
    /** The samples of entries that have their own, and of all others. */
    private static RetakeSample[] samples = new RetakeSample[0];
    private static RetakeSample others;
    /** Whether anything but limits leaves requests. */
    private static boolean choosing;

    private RetakeControl() {}

    /** Takes what the agent was told. */
    static void install(byte[] rules) {
        RetakeReader in = new RetakeReader(rules, 0);
        in.expectArray();
        page = in.expectLong();
        RetakeRing.install(in.expectLong(), in.expectLong(), in.expectInteger());
        force = in.expectText();
        header = in.expectTextOrNothing();
        value = in.expectTextOrNothing();
        windows = RetakeWindows.read(in);
        most = in.expectLong();
        RetakeBuffer.budget = in.expectLong();
        others = new RetakeSample(in);
        samples = new RetakeSample[in.expectArray()];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = new RetakeSample(in);
        }
        looking = looking();
        choosing = header != null || samples.length > 0 || !others.isAll();
        if (windows != null) {
            windows.isOpen(System.currentTimeMillis());
        }
    }

    /** Counts nothing and refuses nothing until the next agent comes. */
    static void forget() {
        page = 0;
        RetakeRing.install(0, 0, 0);
        windows = null;
        samples = new RetakeSample[0];
        choosing = false;
    }

    /** Whether a request is recorded. */
    static boolean admits(RetakeHead head, Object request) throws Exception {
        if (page == 0) {
            return !Retake.refusing;
        }
        add(SEEN, 1);
        return isTime() && (!choosing || isForced(head, request) || isChosen(head, request)) && hasRoom();
    }

    /** Whether a call of a method that is an entry is recorded; it has no headers. */
    static boolean admits(String entry) {
        if (page == 0) {
            return !Retake.refusing;
        }
        add(SEEN, 1);
        if (!isTime()) {
            return false;
        }
        if (header != null) {
            return refused(NO_HEADER);
        }
        if (choosing && !sample(null, name(entry)).takes(entry)) {
            return refused(NOT_SAMPLED);
        }
        return hasRoom();
    }

    private static boolean isTime() {
        if (Retake.refusing) {
            return refused(ENOUGH);
        }
        return windows == null || windows.isOpen(System.currentTimeMillis()) || refused(NOT_NOW);
    }

    private static boolean isForced(RetakeHead head, Object request) throws Exception {
        String found = head.header(request, force);
        return found != null && !found.equalsIgnoreCase("false");
    }

    private static boolean isChosen(RetakeHead head, Object request) throws Exception {
        if (header != null) {
            String found = head.header(request, header);
            if (found == null || value != null && !RetakeSample.fits(value, 0, found, 0, '\0')) {
                return refused(NO_HEADER);
            }
        }
        if (samples.length == 0 && !others.hasRate()) {
            // It does not matter what is asked for.
            return others.takes(null) || refused(NOT_SAMPLED);
        }
        String line = head.line(request);
        int space = line.indexOf(' ');
        String method = line.substring(0, space);
        return sample(method, line.substring(space + 1)).takes(line) || refused(NOT_SAMPLED);
    }

    /** Whether no limit is in the way. */
    private static boolean hasRoom() {
        int closed = (int) UNSAFE.getLong(null, page + CLOSED * 8L);
        if (closed != 0) {
            return refused(closed);
        }
        if (RetakeBuffer.isFull()) {
            return refused(NO_MEMORY);
        }
        long throttle = UNSAFE.getLong(null, page + THROTTLE * 8L);
        long begun = UNSAFE.getLong(null, page + BEGUN * 8L);
        if (throttle < RetakeSample.ALL && RetakeSample.draw(System.nanoTime() ^ begun) >= throttle) {
            return refused(NO_CPU);
        }
        if (add(BEGUN, 1) >= most && most >= 0) {
            add(BEGUN, -1);
            return refused(ENOUGH);
        }
        return true;
    }

    /** What counts for a request: with its method and its path, or without and with the name of its entry. */
    private static RetakeSample sample(String method, String name) {
        for (RetakeSample sample : samples) {
            if (sample.means(method, name)) {
                return sample;
            }
        }
        return others;
    }

    /** The class and the name of the method in {@code dubbo shop.Orders.find(I)V}. */
    private static String name(String entry) {
        int end = entry.indexOf('(');
        return entry.substring(entry.indexOf(' ') + 1, end < 0 ? entry.length() : end);
    }

    private static boolean refused(int why) {
        add(why, 1);
        return false;
    }

    private static long add(int word, long more) {
        return UNSAFE.getAndAddLong(null, page + word * 8L, more);
    }

    // ---- what recording costs

    /** For how many traces the time of one stands; 0 if it is not measured. */
    static int standsFor(long id) {
        // To look at the clock twice in each hook is worth it for few, of which there must be some in a short recording, too.
        int every = id < EARLY ? EVERY_EARLY : EVERY;
        return (RetakeSample.draw(id) & every - 1) == 0 ? every : 0;
    }

    private static long looking() {
        int times = 1000;
        long begun = System.nanoTime();
        for (int i = 1; i < times; i++) {
            System.nanoTime();
        }
        return (System.nanoTime() - begun) / times;
    }

    /** When a hook began, if it is measured; else 0. */
    static long begin(RetakeThread t) {
        RetakeBranch branch = t.branch != null ? t.branch : t.bootBranch;
        return branch != null && branch.standsFor != 0 && page != 0 ? begin(t, branch) : 0;
    }

    @DontInline
    private static long begin(RetakeThread t, RetakeBranch branch) {
        t.standsFor = branch.standsFor;
        t.written = branch.out.length;
        return System.nanoTime();
    }

    /** What began is over. */
    static void end(RetakeThread t, long begun) {
        if (begun != 0) {
            RetakeBranch branch = t.branch != null ? t.branch : t.bootBranch;
            spent(begun, t.standsFor, branch == null ? 0 : branch.out.length - t.written);
        }
    }

    /** A trace has begun. */
    static void begun(RetakeTrace trace) {
        if (trace.standsFor != 0) {
            spent(trace.startedNanos, trace.standsFor, 0);
        }
    }

    @DontInline
    private static void spent(long begun, int standsFor, int bytes) {
        long took = Math.min(System.nanoTime() - begun - looking, LONGEST + LONGEST_A_BYTE * Math.max(0, bytes));
        if (page != 0) {
            add(SPENT, standsFor * Math.max(0, took));
        }
    }
}
