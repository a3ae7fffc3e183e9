package java.lang;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;

/**
 * Stands in for a result set, or for its description: says of each row what was recorded of it, in whichever order columns are
 * asked for. What was not recorded is asked like anything else, and found to be new.
 */
final class RetakeResults implements InvocationHandler, RetakeStandIn {
    // How the parts of such a record are called.
    static final String METHODS = "methods";
    static final String CALLS = "calls";

    private final RetakeDouble handle;
    private final RetakeSaid[] said;
    /** Where the calls begin that were made on the row at hand. */
    private int row;
    /** The call that answered last; -1 on a new row. */
    private int last = -1;
    private boolean closed;

    /** What it came from, if that is known here. */
    private Object statement;

    RetakeResults(RetakeDouble handle, RetakeSaid[] said) {
        this.handle = handle;
        this.said = said;
    }

    /** What stands in for a handle of which calls may be known beside the events; null if it is one like any other. */
    static InvocationHandler standIn(RetakeDouble handle, RetakeSaid[] said, RetakeTrace trace) {
        int family = RetakeRoles.family(handle.type);
        if (family == RetakeRoles.CONNECTION) {
            return new RetakeConnection(handle, said);
        }
        boolean executes = trace != null && trace.run != null && !trace.byCall;
        return executes && !handle.boot && (family == RetakeRoles.ROWS || family == RetakeRoles.DESCRIPTION)
                ? new RetakeResults(handle, said) : null;
    }

    /** What a statement gave; a result set among it knows where it came from. */
    static Object of(Object given, Object statement) {
        if (given != null && java.lang.reflect.Proxy.isProxyClass(given.getClass())) {
            InvocationHandler handler = java.lang.reflect.Proxy.getInvocationHandler(given);
            if (handler instanceof RetakeResults) {
                ((RetakeResults) handler).statement = statement;
            }
        }
        return given;
    }

    /** Whether the recording says what a call gave; then {@link #recall} gives it. */
    synchronized boolean recalls(String name, Object[] asked) {
        int found = RetakeKinds.moves(name) ? move(name, asked) : read(name, asked);
        if (found >= 0) {
            last = found;
        }
        return found >= 0;
    }

    synchronized Object recall() throws Throwable {
        return said[last].give();
    }

    @Override
    public RetakeDouble standIn() {
        return handle;
    }

    @Override
    public synchronized Object invoke(Object self, Method method, Object[] args) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return handle.invoke(self, method, args);
        }
        String name = RetakeHttp.signature(method);
        Object[] asked = args == null ? new Object[0] : args;
        if (recalls(name, asked)) {
            return recall();
        }
        switch (method.getName()) {
            case "close":
                // Who forgets it, or does it once more, is told nothing either.
                closed = true;
                return null;
            case "isClosed":
                return closed;
            case "getStatement":
                if (statement != null) {
                    return statement;
                }
                return RetakePoints.askDouble(handle, method, asked);
            default:
                return RetakePoints.askDouble(handle, method, asked);
        }
    }

    private static String upToArguments(String signature) {
        return signature.substring(0, signature.indexOf(')') + 1);
    }

    private int move(String name, Object[] asked) {
        int at = row;
        while (at < said.length && !said[at].moves()) {
            at++;
        }
        if (at == said.length || !said[at].answers(upToArguments(name), asked)) {
            return -1;
        }
        row = at + 1;
        return at;
    }

    private int read(String name, Object[] asked) {
        if (name.startsWith("close(")) {
            closed = true;
        }
        if (name.startsWith("wasNull(")) {
            return wasNull();
        }
        String signature = upToArguments(name);
        int again = -1;
        for (int i = row; i < said.length && !said[i].moves(); i++) {
            if (said[i].answers(signature, asked)) {
                if (!said[i].isUsed()) {
                    return i;
                }
                again = again < 0 ? i : again;
            }
        }
        if (again >= 0 || !RetakeKinds.isOfAllRows(name)) {
            return again;
        }
        for (int i = 0; i < said.length; i++) {
            if (said[i].answers(signature, asked)) {
                return i;
            }
        }
        return -1;
    }

    /** Belongs to the column that was read before it. */
    private int wasNull() {
        for (int i = last + 1; last >= 0 && i < said.length && !said[i].isNamed("next"); i++) {
            if (said[i].isNamed("wasNull")) {
                return i;
            }
            if (said[i].method.startsWith("get")) {
                break;
            }
        }
        return -1;
    }
}
