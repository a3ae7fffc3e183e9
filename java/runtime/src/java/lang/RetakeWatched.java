package java.lang;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/**
 * In a diagnosis: a call of the application to something that is not its own, from its beginning to its end. Sums over what went in
 * and what came out tell whether equal questions get equal answers. Of objects of which nothing is known, the class counts alone:
 * no code of the application or of a library is called for it.
 */
final class RetakeWatched {
    private static final int DEEPEST = 4;
    private static final int MOST = 1000;

    private final RetakeHook hook;
    private final RetakeWatched outer;
    private final long asked;

    private RetakeWatched(RetakeHook hook, RetakeWatched outer, long asked) {
        this.hook = hook;
        this.outer = outer;
        this.asked = asked;
    }

    static void begin(RetakeThread t, RetakeHook hook, Object self, Object[] args) {
        long sum = sum(self, 0);
        for (Object argument : args) {
            sum = sum * 31 + sum(argument, 0);
        }
        t.watched = new RetakeWatched(hook, t.watched, sum);
    }

    static void end(RetakeThread t, RetakeHook hook, Object value, Throwable thrown) {
        RetakeWatched call = t.watched;
        // One that began outside of the request is none of it.
        if (call == null || call.hook != hook) {
            return;
        }
        t.watched = call.outer;
        RetakeBranch branch = t.branch;
        if (branch != null && branch.trace.run != null && t.owned == 0) {
            long sum = thrown == null ? sum(value, 0) : text(thrown.getClass().getName());
            Retake.watched(branch.trace.run, branch.path, hook.id, call.asked, sum);
        }
    }

    private static long sum(Object value, int depth) {
        if (value == null) {
            return 1;
        }
        Class<?> type = value.getClass();
        long own = text(type.getName());
        try {
            return own * 31 + content(value, type, depth);
        } catch (RuntimeException e) {
            // It is being changed by somebody else.
            return own;
        }
    }

    private static long content(Object value, Class<?> type, int depth) {
        if (value instanceof String) {
            return text((String) value);
        }
        String name = type.getName();
        if (type.isArray()) {
            return array(value, depth);
        }
        if (value instanceof Enum) {
            return text(((Enum<?>) value).name());
        }
        if (!name.startsWith("java.") || depth > DEEPEST) {
            return 0;
        }
        if (value instanceof Number || value instanceof Boolean || value instanceof Character
                || value instanceof AbstractStringBuilder || value instanceof java.util.Date || value instanceof java.util.UUID
                || value instanceof java.net.URI || name.startsWith("java.time.")) {
            return text(value.toString());
        }
        if (value instanceof Optional) {
            return sum(((Optional<?>) value).orElse(null), depth + 1);
        }
        if (value instanceof Collection && name.startsWith("java.util.")) {
            boolean ordered = value instanceof java.util.List || value instanceof java.util.Deque;
            return elements((Collection<?>) value, ordered, depth);
        }
        if (value instanceof Map && name.startsWith("java.util.")) {
            return elements(((Map<?, ?>) value).keySet(), false, depth) * 31 + elements(((Map<?, ?>) value).values(), false, depth);
        }
        return 0;
    }

    private static long elements(Collection<?> values, boolean ordered, int depth) {
        long sum = values.size();
        int left = MOST;
        for (Object element : values) {
            if (left-- == 0) {
                break;
            }
            long one = sum(element, depth + 1);
            sum = ordered ? sum * 31 + one : sum + one * one;
        }
        return sum;
    }

    private static long array(Object value, int depth) {
        int length = java.lang.reflect.Array.getLength(value);
        long sum = length;
        for (int i = 0; i < length && i < MOST; i++) {
            sum = sum * 31 + sum(java.lang.reflect.Array.get(value, i), depth + 1);
        }
        return sum;
    }

    /** FNV-1a over the letters. */
    private static long text(String text) {
        long sum = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) {
            sum = (sum ^ text.charAt(i)) * 0x100000001b3L;
        }
        return sum;
    }
}
