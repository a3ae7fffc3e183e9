package app;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.ServiceLoader;
import library.Library;

/** Reflection with names that are constant. */
class Reflects {
    static class Plugin implements Runnable {
        public Plugin() {}

        Plugin(String name, int count) {}

        public void run() {}

        public static void start(String argument) {}

        public static void start(int number, long[] more) {}

        private void hidden() {}
    }

    static class Better extends Plugin {
        @Override
        public void run() {}
    }

    void byName() throws Exception {
        Class<?> type = Class.forName("app.Reflects$Plugin");
        type.newInstance(); // newInstance -> Plugin.<init>()V
        type.getMethod("start", String.class).invoke(null, "x"); // invoke -> Plugin.start(Ljava/lang/String;)V
        Method method = type.getDeclaredMethod("hidden");
        method.setAccessible(true);
        method.invoke(type.getDeclaredConstructor().newInstance()); // invoke -> Plugin.hidden | newInstance -> Plugin.<init>()V
    }

    void byClass() throws Exception {
        Plugin.class.getMethod("start", int.class, long[].class).invoke(null, 1, null); // invoke -> Plugin.start(I[J)V
        Constructor<Plugin> constructor = Plugin.class.getDeclaredConstructor(String.class, int.class);
        constructor.newInstance("a", 1); // newInstance -> Plugin.<init>(Ljava/lang/String;I)V
        new Better();
        Plugin.class.getMethod("run").invoke(new Better()); // invoke -> Better.run, Plugin.run
    }

    void byObject(Better better) throws Exception {
        better.getClass().getMethod("run").invoke(better); // invoke -> Better.run
    }

    void chosen(boolean better) throws Exception {
        String name = better ? "app.Reflects$Better" : "app.Reflects$Plugin";
        Class.forName(name).getConstructor().newInstance(); // newInstance -> Better.<init>, Plugin.<init>()V
    }

    void joined(String unknown) throws Exception {
        String prefix = "app.Reflects$";
        Class.forName(prefix + "Better").newInstance(); // newInstance -> Better.<init>
        Class.forName(prefix + unknown).newInstance(); // newInstance -> nothing
        Class.forName("no.such.Class").newInstance(); // newInstance -> nothing
        Class.forName("library.Library$Plain").newInstance(); // newInstance -> Library$Plain.<init>
    }

    private Object make(String name) throws Exception {
        return Thread.currentThread().getContextClassLoader().loadClass(name).newInstance(); // newInstance -> Better.<init>
    }

    void passed() throws Exception {
        make("app.Reflects$Better"); // make -> Reflects.make
    }

    private String type;

    void stored() {
        type = Better.class.getName();
    }

    private String type() {
        return type;
    }

    void fromField() throws Exception {
        Class.forName(type()).newInstance(); // newInstance -> Better.<init>
    }

    void handles() throws Throwable {
        MethodHandle handle =
                MethodHandles.lookup().findVirtual(Better.class, "run", MethodType.methodType(void.class));
        handle.invoke(new Better()); // invoke -> Better.run
    }

    String services() {
        String all = "";
        for (Library.Codec codec : ServiceLoader.load(Library.Codec.class)) { // load -> Provided.<init>
            all += codec.encode("x"); // encode -> Library.lambda$reversing$*, Library$Plain.encode, Provided.encode
        }
        return all;
    }

    /** Named in a file of services alone. */
    public static class Provided implements Library.Codec {
        public String encode(String text) {
            return text;
        }
    }
}
