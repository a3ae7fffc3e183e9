package java.lang;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;

/**
 * Stands in for a connection: makes statements, which ask when they are executed, and says what was recorded of it or follows from what
 * it was told. The rest it asks like any double. So it does outside of requests, and where calls were recorded one by one.
 */
final class RetakeConnection implements InvocationHandler, RetakeStandIn {
    final RetakeDouble handle;
    private final RetakeResults said;
    private final RetakeSettings settings = new RetakeSettings();
    private boolean closed;

    RetakeConnection(RetakeDouble handle, RetakeSaid[] said) {
        this.handle = handle;
        this.said = new RetakeResults(handle, said);
    }

    @Override
    public RetakeDouble standIn() {
        return handle;
    }

    @Override
    public Object invoke(Object self, Method method, Object[] args) throws Throwable {
        Object[] asked = args == null ? new Object[0] : args;
        RetakeTrace trace = method.getDeclaringClass() == Object.class ? null : RetakePoints.executing();
        if (trace == null) {
            return handle.invoke(self, method, args);
        }
        String name = RetakeHttp.signature(method);
        switch (RetakeRoles.role(RetakeRoles.of(name), RetakeRoles.CONNECTION)) {
            case RetakeRoles.MAKES:
                return said.recalls(name, asked) ? said.recall() : RetakeExecutions.create(this, self, method, asked);
            case RetakeRoles.QUIET:
                closed |= name.startsWith("close(");
                if (said.recalls(name, asked)) {
                    return said.recall();
                }
                settings.set(method, asked);
                return null;
            case RetakeRoles.READ:
                if (settings.knows(method, asked)) {
                    return settings.get(method);
                }
                if (said.recalls(name, asked)) {
                    return said.recall();
                }
                if (name.startsWith("isClosed(")) {
                    return closed;
                }
                if (RetakeSettings.isDefault(method)) {
                    return RetakeSettings.defaultOf(method);
                }
                break;
            default:
        }
        Object answer = RetakePoints.askDouble(handle, method, asked);
        settings.set(method, asked);
        return answer;
    }
}
