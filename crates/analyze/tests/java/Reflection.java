package reflection;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** What is called and written by name. */
public class Reflection {
    public static void main(String[] args) throws Throwable {
        new Reflection().all();
    }

    void all() throws Throwable {
        byMethod();
        byConstructor();
        byName();
        byHandle();
        bound(new Reflection());
        onlyStored();
        byNothing(null);
        called();
        System.out.println(Settings.mode() + Settings.level() + Settings.limit() + Settings.fixed() + Settings.quiet());
        new Counter().next();
        readByName();
    }

    // The time is in the array of arguments, and decides in the method that is called.
    void byMethod() throws Exception {
        Method method = Target.class.getDeclaredMethod("late", long.class, String.class);
        method.invoke(new Target(0), System.currentTimeMillis(), "x");
    }

    // It is kept by what a constructor makes.
    void byConstructor() throws Exception {
        Constructor<?> constructor = Class.forName("reflection.Target").getDeclaredConstructor(long.class);
        Target target = (Target) constructor.newInstance(System.nanoTime());
        target.decide();
    }

    // The source itself is called by its name.
    boolean byName() throws Exception {
        Object time = System.class.getMethod("currentTimeMillis").invoke(null);
        return (Long) time > 5;
    }

    void byHandle() throws Throwable {
        MethodHandle handle = MethodHandles.lookup()
                .findStatic(Target.class, "early", MethodType.methodType(void.class, long.class, long.class));
        handle.invokeExact(1L, System.currentTimeMillis());
    }

    void bound(Reflection first) throws Throwable {
        MethodHandle handle =
                MethodHandles.lookup().findVirtual(Reflection.class, "take", MethodType.methodType(void.class, long.class));
        handle.bindTo(first).invoke(System.nanoTime());
    }

    void take(long time) {
        if (time > 1) {
            System.out.println("taken");
        }
    }

    // What gets it decides nothing.
    void onlyStored() throws Exception {
        Target.class.getDeclaredMethod("ignore", Object.class).invoke(null, System.currentTimeMillis());
    }

    // Nobody knows what this calls: what it is given comes out of it.
    String byNothing(Method method) throws Exception {
        return method.invoke(this, System.currentTimeMillis()).toString();
    }

    // What changes these is only called, or written, by name.
    void called() throws Exception {
        Settings.class.getDeclaredMethod("setMode", String.class).invoke(null, "fast");
        Field level = Settings.class.getDeclaredField("level");
        level.setAccessible(true);
        level.set(null, 3);
        Field limit = Settings.class.getDeclaredField("LIMIT");
        limit.setInt(null, 4);
    }

    int readByName() throws Exception {
        return Settings.class.getDeclaredField("level").getInt(null);
    }
}

class Target {
    private final long made;

    Target(long made) {
        this.made = made;
    }

    void late(long time, String name) {
        if (time > 10) {
            System.out.println(name);
        }
    }

    static void early(long first, long second) {
        if (second < 10) {
            System.out.println("early");
        }
    }

    static void ignore(Object anything) {}

    void decide() {
        if (made > 1) {
            System.out.println("made");
        }
    }
}

class Settings {
    private static String mode = "";
    private static int level;
    private static final int LIMIT = Integer.parseInt("3");
    private static final int FIXED = Integer.parseInt("7");
    private static String quiet = "";

    private static void setMode(String other) {
        mode = other;
    }

    // Nobody calls this, by name or otherwise.
    private static void setQuiet(String other) {
        quiet = other;
    }

    static String mode() {
        return mode;
    }

    static int level() {
        return level;
    }

    static int limit() {
        return LIMIT;
    }

    static int fixed() {
        return FIXED;
    }

    static String quiet() {
        return quiet;
    }
}

class Counter {
    private static final VarHandle NEXT;
    private static final AtomicIntegerFieldUpdater<Counter> HITS =
            AtomicIntegerFieldUpdater.newUpdater(Counter.class, "hits");
    private static int next;
    private volatile int hits;

    static {
        try {
            NEXT = MethodHandles.lookup().findStaticVarHandle(Counter.class, "next", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    int next() {
        NEXT.setVolatile(5);
        HITS.incrementAndGet(this);
        return next + hits;
    }
}
