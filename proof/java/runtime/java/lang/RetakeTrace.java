package java.lang;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What one call of the program did: the way it took, and every point it crossed. */
public final class RetakeTrace {
    /** A way longer than this is a mistake of the generator. */
    private static final int LONGEST = 100_000;

    final ClassLoader loader;
    private final Map<Integer, Deque<Event>> answers;
    private final List<Event> events = new ArrayList<>();
    private int[] way = new int[64];
    private int length;
    private String strayed;

    /** A point that was crossed: what it gave. */
    static final class Event {
        final int id;
        final RetakeValue value;
        final RetakeValue thrown;
        /** What the call left in its arguments. */
        final RetakeValue[] written;

        Event(int id, Object value, Throwable thrown, Object[] arguments) {
            this.id = id;
            this.value = RetakeValue.of(value);
            this.thrown = thrown == null ? null : RetakeValue.of(thrown);
            this.written = new RetakeValue[arguments == null ? 0 : arguments.length];
            for (int i = 0; i < written.length; i++) {
                written[i] = RetakeValue.canBeFilled(arguments[i]) ? RetakeValue.of(arguments[i]) : null;
            }
        }

        Event(int id, RetakeValue value) {
            this.id = id;
            this.value = value;
            this.thrown = null;
            this.written = new RetakeValue[0];
        }

        Object take(ClassLoader loader) {
            if (thrown != null) {
                sneak((Throwable) thrown.make(loader));
            }
            return value.make(loader);
        }

        void write(Object[] arguments, ClassLoader loader) {
            for (int i = 0; i < written.length; i++) {
                if (written[i] != null && arguments[i] != null) {
                    RetakeValue.overwrite(arguments[i], written[i].make(loader));
                }
            }
        }

        String text() {
            return thrown != null ? "throws " + thrown.text() : value.text();
        }

        boolean opaque() {
            return value.isOpaque() || thrown != null && thrown.isOpaque();
        }

        @SuppressWarnings("unchecked")
        private static <E extends Throwable> void sneak(Throwable thrown) throws E {
            throw (E) thrown;
        }
    }

    private RetakeTrace(ClassLoader loader, Map<Integer, Deque<Event>> answers) {
        this.loader = loader;
        this.answers = answers;
    }

    /** Records. */
    public static RetakeTrace record(ClassLoader loader) {
        return new RetakeTrace(loader, null);
    }

    /** Answers every point from a recording. */
    public static RetakeTrace replay(ClassLoader loader, RetakeTrace recording) {
        Map<Integer, Deque<Event>> answers = new HashMap<>();
        for (Event event : recording.events) {
            answers.computeIfAbsent(event.id, id -> new ArrayDeque<>()).add(event);
        }
        return new RetakeTrace(loader, answers);
    }

    boolean replays() {
        return answers != null;
    }

    void at(int block) {
        if (length == LONGEST) {
            throw new IllegalStateException("the program does not end");
        }
        if (length == way.length) {
            way = java.util.Arrays.copyOf(way, 2 * length);
        }
        way[length++] = block;
    }

    void add(int id, Object value, Throwable thrown, Object[] arguments) {
        if (answers != null) {
            return;
        }
        events.add(new Event(id, value, thrown, arguments));
    }

    /** A reference was looked at: of the object only the outline is kept. */
    void addOutline(int id, Object value) {
        if (answers == null) {
            events.add(new Event(id, RetakeValue.outline(value)));
        }
    }

    /** The next answer of a point; null if the recording has none. */
    Event next(int id) {
        Deque<Event> queue = answers.get(id);
        Event event = queue == null ? null : queue.poll();
        if (event == null && strayed == null) {
            strayed = "point " + id + " was asked more often than recorded";
        }
        return event;
    }

    /** The first question that the recording could not answer; null if there was none. */
    public String strayed() {
        return strayed;
    }

    /** The points that were crossed, each with what it gave, in order. */
    public Map<Integer, String> crossed() {
        Map<Integer, StringBuilder> values = new TreeMap<>();
        for (Event event : events) {
            values.computeIfAbsent(event.id, id -> new StringBuilder()).append(event.text()).append('\n');
        }
        Map<Integer, String> texts = new TreeMap<>();
        values.forEach((id, text) -> texts.put(id, text.toString()));
        return texts;
    }

    /** Whether something was recorded that cannot be made again. */
    public boolean incomplete() {
        return events.stream().anyMatch(Event::opaque);
    }

    /** A text that is the same for equal values. */
    public static String text(Object value) {
        return RetakeValue.of(value).text();
    }

    /** The way as numbers. */
    public int[] way() {
        return java.util.Arrays.copyOf(way, length);
    }
}
