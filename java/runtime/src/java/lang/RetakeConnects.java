package java.lang;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketAddress;

/**
 * Where the process would connect to another, or send something without a connection. In replay no dependency is there, so nothing may
 * leave the process but what a policy lets through: an attempt that belongs to a run is a question which the recording has not, and
 * any other is refused and told.
 */
final class RetakeConnects {
    private static final Object[] NO_ARGS = new Object[0];
    /** How many calls pass through at this moment. What they do on threads of their library is theirs. */
    private static volatile int passing;

    private RetakeConnects() {}

    /** A connection is about to be made; true if it is not. */
    static boolean before(RetakeThread t, Object self, Object[] args) {
        SocketAddress to = target(self, args);
        if (!Retake.replay || to == null || t.passing || isOwn(to, isDatagram(self))) {
            return false;
        }
        String name = "connect ".concat(text(to));
        RetakeBranch branch = t.branch;
        if (branch == null || branch.trace.run == null || branch.trace.givenUp) {
            String place = RetakePoints.place();
            if (branch == null && place == null && passing > 0) {
                return false;
            }
            if (place == null) {
                place = outside();
            }
            if (Retake.connects(place == null ? name : name.concat(" (").concat(place).concat(")"), name)) {
                return false;
            }
            t.answer = null;
            t.thrown = RetakePoints.refusal("java.net.", name.concat(" was refused, because this is a replay"));
            return true;
        }
        branch.ask(name, "", NO_ARGS);
        if (RetakePoints.answer(t, branch, "java.net.", 'V')) {
            return true;
        }
        // Its policy lets it through.
        branch.close(0, null, 'V');
        return false;
    }

    /** The call that a thread is at goes to the real dependency. */
    static void pass(RetakeThread t) {
        t.passing = true;
        count(1);
    }

    /** It has ended. */
    static void passed(RetakeThread t) {
        t.passing = false;
        count(-1);
    }

    private static synchronized void count(int more) {
        passing += more;
    }

    /** Whom it leads to; null if nobody is named. */
    private static SocketAddress target(Object self, Object[] args) {
        for (Object argument : args) {
            if (argument instanceof SocketAddress) {
                return (SocketAddress) argument;
            }
            if (argument instanceof DatagramPacket) {
                SocketAddress connected = ((DatagramSocket) self).getRemoteSocketAddress();
                return connected != null ? connected : ((DatagramPacket) argument).getSocketAddress();
            }
        }
        return null;
    }

    private static boolean isDatagram(Object self) {
        return self instanceof DatagramSocket || self instanceof java.nio.channels.DatagramChannel;
    }

    /** Whether it leads to this process itself, or nowhere. */
    private static boolean isOwn(SocketAddress to, boolean datagram) {
        if (!(to instanceof InetSocketAddress)) {
            return Retake.listens(to.toString(), 0, datagram);
        }
        InetAddress address = ((InetSocketAddress) to).getAddress();
        return address == null || Retake.listens(null, ((InetSocketAddress) to).getPort(), datagram) && isLocal(address);
    }

    private static boolean isLocal(InetAddress address) {
        try {
            return address.isLoopbackAddress() || address.isAnyLocalAddress()
                    || NetworkInterface.getByInetAddress(address) != null;
        } catch (java.net.SocketException e) {
            return false;
        }
    }

    private static String text(SocketAddress to) {
        if (!(to instanceof InetSocketAddress)) {
            return to.toString();
        }
        InetSocketAddress address = (InetSocketAddress) to;
        return new StringBuilder(address.getHostString()).append(':').append(address.getPort()).toString();
    }

    /** The innermost line of a library. */
    private static String outside() {
        for (StackTraceElement frame : new Throwable().getStackTrace()) {
            String name = frame.getClassName();
            if (!name.startsWith("java.") && !name.startsWith("javax.") && !name.startsWith("jdk.")
                    && !name.startsWith("sun.")) {
                return RetakePoints.place(frame);
            }
        }
        return null;
    }
}
