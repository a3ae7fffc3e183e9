package lazy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Logger;

/** An object that is made when it is first needed. */
class Registry {
    private static volatile Registry instance;
    private Map<String, String> names;
    private final List<String> order = new ArrayList<>();
    private Registry parent;

    static Registry get() {
        Registry found = instance;
        if (found == null) {
            synchronized (Registry.class) {
                found = instance;
                if (found == null) {
                    instance = found = new Registry();
                }
            }
        }
        return found;
    }

    // A field of the shared object, made late itself.
    String name(String key) {
        if (names == null) {
            names = new HashMap<>();
        }
        return names.get(key);
    }

    // Never null: it is set when the object is made, but the object may be another.
    boolean ordered() {
        return order != null;
    }

    boolean isRoot() {
        return parent == null;
    }

    void adopt(Registry by) {
        parent = by;
    }
}

interface Shape {
}

class Circle implements Shape {
}

class Square implements Shape {
}

/** Made once and never replaced. */
class Holder {
    static class Inner {
        static final Holder ONLY = new Holder();
    }

    static Holder get() {
        return Inner.ONLY;
    }

    static boolean there() {
        return Inner.ONLY != null;
    }
}

class Lazy {
    private static final Logger LOG = Logger.getLogger("lazy");
    private static Map<String, Integer> cache;
    private static List<String> listed;
    private static Map<String, String> asked;
    private static Map<String, String> needed;
    private static final Map<String, String> FIXED = new HashMap<>();
    private static Map<String, String> logged;
    private static Map<String, String> passed;
    private static Map<String, String> never;
    private static Logger machinery;
    private static Shape shape = new Circle();
    private static Shape same = new Circle();
    private static int[] numbers;

    public static void main(String[] args) {
        size();
        adds("x");
        Registry.get().adopt(null);
        Registry.get().name("x");
        Registry.get().ordered();
        Registry.get().isRoot();
        shapes(new Square());
        log();
        pass();
        asks("x");
        needs("x");
        FIXED.put("a", "b");
        machine();
        first();
    }

    // As it stands in many services.
    static int size() {
        if (cache == null) {
            cache = new HashMap<>();
        }
        return cache.size();
    }

    // Read without a check: what is asked of it is enough.
    static int cached(String key) {
        return cache.get(key);
    }

    static void adds(String name) {
        if (listed != null) {
            listed.add(name);
        } else {
            listed = new ArrayList<>();
        }
    }

    static String joined() {
        String all = "";
        for (String name : listed) {
            all += name;
        }
        return all;
    }

    static String asks(String key) {
        if (Objects.isNull(asked)) {
            asked = new HashMap<>();
        }
        return asked.get(key);
    }

    static String needs(String key) {
        needed = new HashMap<>();
        return Objects.requireNonNull(needed, "not there").get(key);
    }

    // Never another one.
    static String fixed(String key) {
        return FIXED != null ? FIXED.get(key) : null;
    }

    // Only told to the log.
    static void log() {
        logged = new HashMap<>();
        LOG.info("the map is " + logged);
    }

    // The check is elsewhere.
    static boolean pass() {
        passed = new HashMap<>();
        return isThere(passed);
    }

    private static boolean isThere(Object any) {
        return any != null;
    }

    // Nobody calls the setter.
    static void setNever(Map<String, String> map) {
        never = map;
    }

    static boolean never() {
        return never == null;
    }

    static void machine() {
        if (machinery == null) {
            machinery = Logger.getLogger("late");
        }
        machinery.info("made");
    }

    static void shapes(Shape next) {
        shape = next;
        same = next;
    }

    static boolean round() {
        return shape instanceof Circle;
    }

    // What kind it is goes nowhere.
    static void ignored() {
        boolean round = shape instanceof Circle;
    }

    static boolean is(Shape other) {
        return same == other;
    }

    static int first() {
        if (numbers == null) {
            numbers = new int[] {1, 2};
        }
        return numbers[0];
    }

    static boolean equals() {
        return new Lazy().equals(null);
    }

    // What is decided here is what it returns.
    @Override
    public boolean equals(Object other) {
        return cache == null;
    }
}
