package java.lang;

/**
 * Requests that event loops serve. No method begins and ends with such a request: its messages come in and go out on a
 * channel, between those of other requests on the same thread. So a request is known by its channel and by what the server
 * does for it there, which may come to its end when the channel has the next request already.
 */
final class RetakeChannels {
    private static final int SWITCHING = 101;

    private static RetakeNetty netty = new RetakeNetty();

    private RetakeChannels() {}

    /** Lets go of what was learned of the server's classes. */
    static void forget() {
        netty = new RetakeNetty();
    }

    /** A message of a request comes in: the beginning, or a part of its body. */
    static void in(RetakeThread t, Object operations, Object[] args) {
        RetakeBranch root = null;
        try {
            Object channel = netty.channel(args[0]);
            if (netty.isRequest(args[1])) {
                RetakeForks.CHANNELS.take(channel);
                root = begin(args[1]);
                if (root != null) {
                    RetakeForks.CHANNELS.put(channel, root);
                    RetakeForks.CHANNELS.put(operations, root);
                }
            } else {
                root = RetakeForks.CHANNELS.look(channel);
            }
            if (root != null && !root.trace.givenUp) {
                netty.content(args[1], root.trace.requestBody);
            }
        } catch (Exception e) {
            failed(root, "the request could not be read: ", e);
        } finally {
            // Whatever happens: the end of the hook goes on with what is set aside here.
            t.suspend(root == null ? t.branch : root, root == null ? t.owned : 0, false);
        }
    }

    private static RetakeBranch begin(Object request) throws Exception {
        if (!Retake.replay && !RetakeControl.admits(netty, request)) {
            return RetakeUntraced.ROOT;
        }
        String run = null;
        if (Retake.replay) {
            run = netty.take(request, RetakeHttp.header());
            if (run == null || !Retake.claim(run)) {
                return null;
            }
        }
        RetakeTrace.cut(false);
        RetakeTrace trace = new RetakeTrace(false, run);
        RetakeBranch root = trace.branch(null);
        try {
            trace.request = new RetakeBuffer(256);
            trace.loader = Thread.currentThread().getContextClassLoader();
            netty.request(request, trace.request);
        } catch (Exception e) {
            trace.request = null;
            failed(root, "the request could not be read: ", e);
        }
        RetakeControl.begun(trace);
        return root;
    }

    /** A message of a response goes out. */
    static void out(Object[] args) {
        RetakeBranch root = null;
        try {
            Object channel = netty.channel(args[0]);
            root = RetakeForks.CHANNELS.look(channel);
            if (root == null || root.trace.givenUp) {
                return;
            }
            int status = netty.status(args[1]);
            if (status == SWITCHING || status >= 200) {
                RetakeBuffer response = new RetakeBuffer(128);
                netty.response(args[1], response);
                root.trace.response = response;
            }
            if (!netty.content(args[1], root.trace.responseBody)) {
                root.trace.incomplete("the response's body went out in a way that is not followed: "
                        .concat(args[1].getClass().getName()));
            }
            if (status == SWITCHING) {
                // From here on the channel speaks another language.
                RetakeForks.CHANNELS.take(channel);
                root.trace.answered();
                root.trace.ended(root);
            }
        } catch (Exception e) {
            failed(root, "the response could not be read: ", e);
        }
    }

    /** The server is done with a request. What it does on the way out is the request's. */
    static void done(RetakeThread t, Object operations) {
        RetakeBranch root = RetakeForks.CHANNELS.take(operations);
        if (root == null || !root.running) {
            t.suspend(t.branch, t.owned, false);
            return;
        }
        try {
            Object channel = netty.channel(operations);
            if (RetakeForks.CHANNELS.look(channel) == root) {
                RetakeForks.CHANNELS.take(channel);
            }
        } catch (Exception e) {
            failed(root, "the connection is not known: ", e);
        }
        if (root.trace.response == null) {
            root.trace.incomplete("the connection went away before there was a response");
        }
        root.trace.answered();
        t.suspend(root, 0, true);
    }

    private static void failed(RetakeBranch root, String what, Exception e) {
        if (root != null) {
            root.trace.incomplete(what.concat(e.toString()));
        }
    }
}
