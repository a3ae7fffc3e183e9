package figure7;

import java.util.HashMap;
import java.util.Map;

class Main {
    public static void main(String[] args) {
        AppClass.getCounter();
        AppClass.putValue("k", "v");
        AppClass.getValue("k");
    }
}

/** Figure 7 of the paper, and Example 3.4: static fields are state. */
class AppClass {
    private static Integer counter = 0;
    private static Map<String, String> cache = new HashMap<>();

    public static Integer getCounter() {
        return counter;
    }

    public static String getValue(String key) {
        ++counter;
        return cache.getOrDefault(key, "");
    }

    public static void putValue(String key, String value) {
        cache.put(key, value);
    }
}
