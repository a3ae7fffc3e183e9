package java.lang;

import java.lang.reflect.Field;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * The headers of Tomcat's requests and responses, read where they are. To ask for each by reflection, and to make texts of all
 * that came as bytes, would take longer than everything else that is recorded of a small request.
 */
final class RetakeTomcatHeaders {
    private static final Unsafe UNSAFE = RetakeShape.UNSAFE;
    private static final int NOTHING = 0;
    private static final int TEXT = 1;
    private static final int BYTES = 2;

    private final Class<?> known;
    private final long fields;
    private final long count;
    private final long name;
    private final long value;
    private final long type;
    private final long chunk;
    private final long text;
    private final long bytes;
    private final long start;
    private final long end;

    private RetakeTomcatHeaders(Class<?> headers, Class<?> message) throws NoSuchFieldException {
        known = headers;
        Field list = of(headers, "headers", Object[].class);
        Class<?> field = list.getType().getComponentType();
        Field octets = of(message, "byteC", Object.class);
        fields = UNSAFE.objectFieldOffset(list);
        count = offset(headers, "count", int.class);
        name = offset(field, "nameB", message);
        value = offset(field, "valueB", message);
        type = offset(message, "type", int.class);
        chunk = UNSAFE.objectFieldOffset(octets);
        text = offset(message, "strValue", String.class);
        bytes = offset(octets.getType(), "buff", byte[].class);
        start = offset(octets.getType().getSuperclass(), "start", int.class);
        end = offset(octets.getType().getSuperclass(), "end", int.class);
    }

    /** How headers of these classes are read; null if they are laid out in a way that is not known. */
    static RetakeTomcatHeaders of(Class<?> headers, Class<?> message) {
        try {
            return new RetakeTomcatHeaders(headers, message);
        } catch (NoSuchFieldException e) {
            return null;
        }
    }

    private static Field of(Class<?> type, String name, Class<?> held) throws NoSuchFieldException {
        Field field = type.getDeclaredField(name);
        if (!held.isAssignableFrom(field.getType())) {
            throw new NoSuchFieldException(name);
        }
        return field;
    }

    private static long offset(Class<?> type, String name, Class<?> held) throws NoSuchFieldException {
        return UNSAFE.objectFieldOffset(of(type, name, held));
    }

    /** Whether these are headers of the release that is known: to read in others would end the process. */
    boolean reads(Object headers) {
        return known.isInstance(headers);
    }

    // What is not there is told by an exception, as it would be without Unsafe.

    private static Object reference(Object from, long offset) {
        return UNSAFE.getReference(java.util.Objects.requireNonNull(from), offset);
    }

    private static int number(Object from, long offset) {
        return UNSAFE.getInt(java.util.Objects.requireNonNull(from), offset);
    }

    /** Writes all that belong to the message, one array each. */
    void write(Object headers, RetakeBuffer out) {
        Object[] all = (Object[]) reference(headers, fields);
        int many = number(headers, count);
        for (int i = 0; i < many; i++) {
            Object named = reference(all[i], name);
            if (!ofConnection(named)) {
                out.array(2);
                put(named, out);
                put(reference(all[i], value), out);
            }
        }
    }

    /** The value of a header, or null. */
    String find(Object headers, String wanted) {
        Object[] all = (Object[]) reference(headers, fields);
        int many = number(headers, count);
        for (int i = 0; i < many; i++) {
            if (is(reference(all[i], name), wanted)) {
                return string(reference(all[i], value));
            }
        }
        return null;
    }

    private boolean ofConnection(Object named) {
        return is(named, "date") || is(named, "connection") || is(named, "keep-alive") || is(named, "transfer-encoding");
    }

    private static int small(int letter) {
        return letter >= 'A' && letter <= 'Z' ? letter + 'a' - 'A' : letter;
    }

    /** Whether a name is this one, in whichever case it is written. */
    private boolean is(Object named, String wanted) {
        if (number(named, type) != BYTES) {
            return wanted.equalsIgnoreCase(string(named));
        }
        Object from = reference(named, chunk);
        int first = number(from, start);
        if (number(from, end) - first != wanted.length()) {
            return false;
        }
        byte[] octets = (byte[]) reference(from, bytes);
        for (int i = 0; i < wanted.length(); i++) {
            if (small(octets[first + i]) != small(wanted.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** Writes a path and what follows a question mark, if anything does; false, with nothing written, if they are not bytes in ASCII. */
    boolean joins(Object path, Object search, RetakeBuffer out) {
        int behind = number(search, type);
        if (number(path, type) != BYTES || behind != BYTES && behind != NOTHING) {
            return false;
        }
        Object from = reference(path, chunk);
        int first = number(from, start);
        int length = number(from, end) - first;
        byte[] octets = (byte[]) reference(from, bytes);
        if (behind == NOTHING) {
            return out.ascii(octets, first, length);
        }
        Object more = reference(search, chunk);
        int second = number(more, start);
        int size = number(more, end) - second;
        if (size == 0) {
            return out.ascii(octets, first, length);
        }
        return out.ascii(octets, first, length, '?', (byte[]) reference(more, bytes), second, size);
    }

    /** Writes a name or a value. */
    @DontInline
    private void put(Object message, RetakeBuffer out) {
        if (number(message, type) == BYTES) {
            Object from = reference(message, chunk);
            int first = number(from, start);
            if (out.ascii((byte[]) reference(from, bytes), first, number(from, end) - first)) {
                return;
            }
        }
        String said = string(message);
        out.name(said == null ? "" : said);
    }

    /** The text of a message, which its own method would convert for good if it came as bytes. */
    private String string(Object message) {
        switch (number(message, type)) {
            case TEXT:
                return (String) reference(message, text);
            case BYTES:
                return reference(message, chunk).toString();
            default:
                return message.toString();
        }
    }
}
