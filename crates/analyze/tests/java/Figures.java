package figures;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** The figures of the paper. */
class Main {
    public static void main(String[] args) {
        C1.m1("");
        C1.m2(1);
        new C2().m1(new AClass());
        new C3().m1(new SomeClass());
        AppClass.getCounter();
        AppClass.putValue("k", "v");
        AppClass.getValue("k");
    }
}

class C1 {
    // Figure 1.
    public static String m1(String input) {
        return input + toString((new Random()).nextInt());
    }

    // Figure 2.
    public static long m2(long input) {
        printLog((new Random()).nextInt());
        return input;
    }

    private static String toString(int number) {
        return Integer.toString(number);
    }

    private static void printLog(int number) {
        System.out.println(number);
    }
}

class AClass {
    int aField;
}

class C2 {
    // Figure 6.
    public int m1(AClass anObject) {
        int random = (new Random()).nextInt();
        if (random < 10) {
            return 10;
        }
        anObject.aField = random + 1;
        return 0;
    }
}

// Figure 7.
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

class SomeClass {
    int someField;
}

class C3 {
    // Figure 9.
    public int m1(SomeClass someObject) {
        someObject.someField = 1;
        return (new Random()).nextInt();
    }
}
