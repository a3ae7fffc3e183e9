package java.lang;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** A future of a library's own type: what it has in common with the JDK's is that one's, the rest is asked of the recording. */
final class RetakeFutureProxy implements InvocationHandler, RetakeStandIn {
    private final RetakeFuture future;

    RetakeFutureProxy(RetakeFuture future) {
        this.future = future;
    }

    @Override
    public RetakeDouble standIn() {
        return future.standIn();
    }

    @Override
    public Object invoke(Object self, Method method, Object[] args) throws Throwable {
        if (method.getName().equals("addListener") && args.length == 2 && args[1] instanceof Executor) {
            future.whenCompleteAsync(new Listener((Runnable) args[0]), (Executor) args[1]);
            return null;
        }
        Method own;
        try {
            own = CompletableFuture.class.getMethod(method.getName(), method.getParameterTypes());
        } catch (NoSuchMethodException e) {
            return RetakePoints.askDouble(future.standIn(), method, args == null ? new Object[0] : args);
        }
        try {
            return own.invoke(future, args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static final class Listener implements java.util.function.BiConsumer<Object, Throwable> {
        private final Runnable told;

        Listener(Runnable told) {
            this.told = told;
        }

        @Override
        public void accept(Object value, Throwable thrown) {
            told.run();
        }
    }
}
