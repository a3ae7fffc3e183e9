package java.lang;

import java.lang.ref.WeakReference;
import jdk.internal.vm.annotation.DontInline;

/**
 * A request that is served, until its response is complete. A server may come back to it on other threads (a dispatch, a
 * listener, a time-out), never on two at a time, so all of that is the trace's root, in the order in which it happened.
 */
final class RetakeExchange extends WeakReference<Object> {
    private static final int STRIPES = 64;
    private static final RetakeExchange[] TABLE = new RetakeExchange[STRIPES];
    private static final Object[] LOCKS = new Object[STRIPES];
    /** How many are being served; hooks that look for one end here while there is none. */
    static final RetakeCount PENDING = new RetakeCount();

    static {
        for (int i = 0; i < STRIPES; i++) {
            LOCKS[i] = new Object();
        }
    }

    final RetakeBranch root;
    private final RetakeAdapter adapter;
    private final int stripe;
    /** Whether the body of the request came encoded, as its header said. */
    private boolean encoded;
    /** How many are at work on it: a thread of the server, the next one while it is handed over, whoever reads or writes. */
    private int serving;
    private boolean complete;
    private boolean over;
    private RetakeExchange next;

    private RetakeExchange(Object request, RetakeBranch root, RetakeAdapter adapter, int stripe) {
        super(request);
        this.root = root;
        this.adapter = adapter;
        this.stripe = stripe;
    }

    /** A request begins. */
    static RetakeExchange begin(Object request, RetakeBranch root, RetakeAdapter adapter) throws Exception {
        int stripe = System.identityHashCode(request) & STRIPES - 1;
        RetakeExchange exchange = new RetakeExchange(request, root, adapter, stripe);
        synchronized (LOCKS[stripe]) {
            sweep(stripe);
            exchange.next = TABLE[stripe];
            TABLE[stripe] = exchange;
        }
        PENDING.add(1);
        if (!exchange.isLeft()) {
            root.trace.exchange = exchange;
            exchange.encoded = adapter.header(request, "content-encoding") != null;
        }
        return exchange;
    }

    /** The request that an object of the server stands for; null if it is not traced. */
    @DontInline
    static RetakeExchange find(Object request) {
        if (PENDING.now == 0 || request == null) {
            return null;
        }
        int stripe = System.identityHashCode(request) & STRIPES - 1;
        synchronized (LOCKS[stripe]) {
            RetakeExchange e = TABLE[stripe];
            while (e != null && e.get() != request) {
                e = e.next;
            }
            return e;
        }
    }

    static void forget() {
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            synchronized (LOCKS[stripe]) {
                TABLE[stripe] = null;
            }
        }
        PENDING.now = 0;
    }

    /** Gives up the requests of which the server has let go without an answer. */
    private static void sweep(int stripe) {
        for (RetakeExchange e = TABLE[stripe]; e != null; e = e.next) {
            if (e.get() == null) {
                e.unlink();
                e.root.trace.incomplete("the response was not seen to be complete");
                e.root.trace.ended(e.root);
            }
        }
    }

    private void unlink() {
        RetakeExchange before = null;
        for (RetakeExchange e = TABLE[stripe]; e != null; before = e, e = e.next) {
            if (e == this) {
                if (before == null) {
                    TABLE[stripe] = next;
                } else {
                    before.next = next;
                }
                PENDING.add(-1);
                return;
            }
        }
    }

    /** A thread of the server begins to work on it; false if it is over. */
    synchronized boolean enter() {
        if (!over) {
            serving++;
        }
        return !over;
    }

    /** A thread of the server has returned. */
    void leave(Object request) {
        boolean last;
        synchronized (this) {
            last = --serving == 0 && !complete;
        }
        if (last) {
            try {
                if (adapter.isOver(request)) {
                    complete(request, null);
                }
            } catch (Exception e) {
                abandon("the server did not say whether it has answered: ".concat(e.toString()));
            }
        }
        end();
    }

    /** A part of a body has passed, for which the end had to wait. */
    void passed() {
        synchronized (this) {
            serving--;
        }
        end();
    }

    /** Whether more of the response is to come. */
    synchronized boolean isOpen() {
        return !complete;
    }

    /** The response is complete. What the server's thread still does is the request's, too. */
    void complete(Object request, Object self) {
        synchronized (this) {
            if (complete) {
                return;
            }
            complete = true;
        }
        if (!isLeft()) {
            response(request, self);
        }
        end();
    }

    /** Whether nothing is recorded of it. */
    private boolean isLeft() {
        return root == RetakeUntraced.ROOT;
    }

    @DontInline
    private void response(Object request, Object self) {
        RetakeTrace trace = root.trace;
        try {
            RetakeBuffer response = RetakeBuffer.shared();
            adapter.response(request, self, response);
            trace.response = response;
            if (encoded && adapter.header(request, "content-encoding") == null) {
                trace.incomplete("the server decoded the request's body, which is recorded as the application read it");
            }
        } catch (Exception e) {
            trace.incomplete("the response could not be read: ".concat(e.toString()));
        }
        if (isHead(trace.request)) {
            // Servers let a servlet write what GET would give, and send nothing of it.
            trace.responseBody.length = 0;
        }
    }

    /** Its object stands for another request now. The thread that has completed it may be on its way back. */
    void replaced() {
        synchronized (LOCKS[stripe]) {
            unlink();
        }
        if (isOpen()) {
            abandon("the response was not seen to be complete");
        }
    }

    /** No more will be seen of it. */
    private void abandon(String why) {
        root.trace.incomplete(why);
        root.trace.abandoned = true;
        synchronized (this) {
            complete = true;
            serving = 0;
        }
        end();
        root.trace.givenUp = true;
    }

    private void end() {
        synchronized (this) {
            if (over || !complete || serving > 0) {
                return;
            }
            over = true;
        }
        synchronized (LOCKS[stripe]) {
            unlink();
        }
        root.trace.answered();
        root.trace.ended(root);
    }

    /** Whether the method, which is a request's first part, is HEAD. */
    private static boolean isHead(RetakeBuffer request) {
        byte[] head = {0x64, 'H', 'E', 'A', 'D'};
        for (int i = 0; i < head.length; i++) {
            if (request.length <= i || request.bytes[i] != head[i]) {
                return false;
            }
        }
        return true;
    }
}
