package java.lang;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Stands in for a statement of a request: keeps what it is told, asks the recording when it is executed, and says of the results what was
 * recorded of them.
 */
final class RetakeExecutions implements InvocationHandler, RetakeStandIn {
    /** It has no number of its own, and none that a recording knows. */
    private static final int NUMBER = 1 << 30;
    private static final RetakeSaid[] NOTHING = new RetakeSaid[0];

    final RetakeStatement told;
    private final RetakeConnection connection;
    private final RetakeDouble handle;
    private final RetakeSettings settings = new RetakeSettings();
    /** What was asked of the results of the last execution. */
    private RetakeResults said;
    private boolean closed;

    private RetakeExecutions(RetakeConnection connection, Object from, String type, Object[] made) {
        this.connection = connection;
        this.handle = new RetakeDouble(NUMBER, false, type);
        this.told = new RetakeStatement(null, from, type, 0, made);
        this.said = new RetakeResults(handle, NOTHING);
    }

    /** What a connection gives that is asked for a statement. */
    static Object create(RetakeConnection connection, Object from, Method method, Object[] args) {
        Class<?> type = method.getReturnType();
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
                new RetakeExecutions(connection, from, type.getName(), args));
    }

    @Override
    public RetakeDouble standIn() {
        return handle;
    }

    /** An execution was answered; this is the number of what was asked of its results. */
    void answered(int results, RetakeTrace trace) {
        said = new RetakeResults(handle, NOTHING);
        byte[] passed = results < 0 ? null : Retake.passed(trace.run, results, false);
        if (passed == null) {
            return;
        }
        try {
            ClassLoader loader = trace.loader != null ? trace.loader : Thread.currentThread().getContextClassLoader();
            RetakeSaid[] calls = new RetakePassed(passed, loader, trace).said;
            said = new RetakeResults(handle, calls == null ? NOTHING : calls);
        } catch (Exception e) {
            trace.incomplete("what a statement found could not be built again: ".concat(e.toString()));
        }
    }

    @Override
    public Object invoke(Object self, Method method, Object[] args) throws Throwable {
        Object[] asked = args == null ? new Object[0] : args;
        if (method.getDeclaringClass() == Object.class) {
            String name = method.getName();
            return name.equals("equals") ? (Object) (self == asked[0])
                    : name.equals("hashCode") ? (Object) System.identityHashCode(self) : "recorded ".concat(handle.type);
        }
        String name = RetakeHttp.signature(method);
        switch (RetakeRoles.role(RetakeRoles.of(name), RetakeRoles.STATEMENT)) {
            case RetakeRoles.TELLS:
                told.tell(name, asked);
                settings.set(method, asked);
                return null;
            case RetakeRoles.QUIET:
                closed |= name.startsWith("close(");
                if (said.recalls(name, asked)) {
                    return said.recall();
                }
                settings.set(method, asked);
                return null;
            case RetakeRoles.BACK:
                return told.connection;
            case RetakeRoles.FOLLOWS:
                if (said.recalls(name, asked)) {
                    return RetakeResults.of(said.recall(), self);
                }
                if (settings.knows(method, asked)) {
                    return settings.get(method);
                }
                if (name.startsWith("isClosed(")) {
                    return closed;
                }
                return RetakeSettings.isDefault(method) ? RetakeSettings.defaultOf(method) : ask(false, method, asked, self);
            case RetakeRoles.EXECUTES:
                try {
                    return ask(true, method, asked, self);
                } finally {
                    told.executed(null, 0);
                }
            default:
                return ask(false, method, asked, self);
        }
    }

    private Object ask(boolean executes, Method method, Object[] args, Object self) throws Throwable {
        return RetakeResults.of(RetakePoints.askDouble(connection.handle, this, executes, method, args), self);
    }
}
