package callbacks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;

/** Objects of the application that libraries call. */
class Callbacks {
    // A library calls what it was handed, and gives what that gave.
    long called(ExecutorService executor) throws Exception {
        return executor.submit(new Callable<Long>() {
            @Override
            public Long call() {
                return System.nanoTime();
            }
        }).get();
    }

    static final class Later implements Supplier<String> {
        private final String name;

        Later(String name) {
            this.name = name;
        }

        @Override
        public String get() {
            return name + System.currentTimeMillis();
        }
    }

    String later(java.util.Optional<String> known) {
        Supplier<String> later = new Later("a");
        return known.orElseGet(later);
    }

    // What the library hands over arrives.
    static final class Longest implements Comparator<String> {
        @Override
        public int compare(String a, String b) {
            return a.length() - b.length();
        }
    }

    boolean compared() {
        List<String> names = new ArrayList<>();
        names.add(Long.toString(System.currentTimeMillis()));
        names.add("b");
        names.sort(new Longest());
        return names.isEmpty();
    }

    // An order by chance.
    List<String> shuffled(List<String> names) {
        List<String> copy = new ArrayList<>(names);
        copy.sort(new Comparator<String>() {
            private final Random random = new Random();

            @Override
            public int compare(String a, String b) {
                return random.nextInt(3) - 1;
            }
        });
        return copy;
    }

    // Through an interface of the JDK that the application implements and calls itself.
    static final class Clock implements Iterator<Long> {
        @Override
        public boolean hasNext() {
            return true;
        }

        @Override
        public Long next() {
            return System.currentTimeMillis();
        }
    }

    long asked() {
        Iterator<Long> clock = new Clock();
        return clock.next();
    }

    // Nothing that varies.
    String plain(java.util.Optional<String> known) {
        return known.orElseGet(new Supplier<String>() {
            @Override
            public String get() {
                return "plain";
            }
        });
    }
}
