package excess;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import kotlin.coroutines.intrinsics.IntrinsicsKt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an analysis finds too much of if nobody thinks of it: nothing here is a point. */
class Excess {
    private static final Logger LOG = LoggerFactory.getLogger(Excess.class);

    // Somewhere a class has a moving hash and text; not every hash and text is that one's.
    static final class Moving {
        private final long at = System.nanoTime();

        @Override
        public int hashCode() {
            return (int) at;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Moving && ((Moving) other).at == at;
        }

        @Override
        public String toString() {
            return "moving " + at;
        }
    }

    static void log() {
        LOG.info("{}", new Moving());
    }

    static final class Key {
        private final String name;

        Key(String name) {
            this.name = name;
        }

        @Override
        public int hashCode() {
            return Objects.hash(name);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key && ((Key) other).name.equals(name);
        }

        @Override
        public String toString() {
            return "key " + name;
        }
    }

    static int hash(Object of) {
        return of.hashCode();
    }

    static boolean equal(Object one, Object other) {
        return one.equals(other);
    }

    static String text(Object of) {
        return of.toString();
    }

    static String keyed(String name) {
        Map<Key, String> map = new HashMap<>();
        map.put(new Key(name), name);
        return map.get(new Key("a")) + new Key(name);
    }

    // The current thread inside locks.
    private static final ReentrantLock LOCK = new ReentrantLock();

    static int locked(int a) {
        LOCK.lock();
        try {
            return a + 1;
        } finally {
            LOCK.unlock();
        }
    }

    static boolean tried(int a) {
        Thread current = Thread.currentThread();
        return current != null && a > 1;
    }

    // Branches by a logger's level.
    static int leveled(int a) {
        if (LOG.isDebugEnabled()) {
            LOG.debug("at {}", System.nanoTime());
        }
        return a;
    }

    // `$assertionsDisabled`.
    static int asserted(int a) {
        assert a > 0 : "small";
        return a;
    }

    // `$SwitchMap$`.
    enum Color { RED, GREEN }

    static int switched(Color color) {
        switch (color) {
            case RED:
                return 1;
            default:
                return 2;
        }
    }

    // As Kotlin writes `when (color)`.
    static final class WhenMappings {
        static final int[] $EnumSwitchMapping$0 = new int[Color.values().length];

        static {
            $EnumSwitchMapping$0[Color.RED.ordinal()] = 1;
        }
    }

    static int when(Color color) {
        return WhenMappings.$EnumSwitchMapping$0[color.ordinal()] == 1 ? 10 : 20;
    }

    // As Kotlin writes `object` and `companion object`.
    static final class Tool {
        public static final Tool INSTANCE = new Tool();
        public static final Companion Companion = new Companion();

        static final class Companion {
            int size(int a) {
                return a + 1;
            }
        }

        int twice(int a) {
            return 2 * a;
        }
    }

    static int viaInstance(int a) {
        return Tool.INSTANCE.twice(a) + Tool.Companion.size(a);
    }

    // As Kotlin writes a suspending function.
    static Object suspended(String name) {
        Object result = answer(name);
        if (result == IntrinsicsKt.getCOROUTINE_SUSPENDED()) {
            return result;
        }
        return "got " + result;
    }

    private static Object answer(String name) {
        return name.length();
    }

    // A pool runs what it is handed, however many threads it has.
    static void scheduled(Runnable task) {
        int count = Runtime.getRuntime().availableProcessors();
        Executors.newScheduledThreadPool(count).scheduleAtFixedRate(() -> task.run(), 1, 1, TimeUnit.SECONDS);
    }

    // As JaCoCo writes into every method.
    private static transient boolean[] $jacocoData;

    private static boolean[] $jacocoInit() {
        boolean[] probes = $jacocoData;
        if (probes == null) {
            probes = new boolean[3];
            $jacocoData = probes;
        }
        return probes;
    }

    static int probed(int a) {
        boolean[] probes = $jacocoInit();
        probes[0] = true;
        if (a > 1) {
            probes[1] = true;
            return a;
        }
        probes[2] = true;
        return -a;
    }

    public static void main(String[] args) {
        log();
        scheduled(() -> {});
        String name = args[0];
        System.out.println(hash(name) + text(name) + equal(name, "a") + keyed(name) + locked(1) + tried(2) + leveled(3)
                + asserted(4) + switched(Color.RED) + when(Color.GREEN) + viaInstance(5) + suspended(name) + probed(6));
    }
}
