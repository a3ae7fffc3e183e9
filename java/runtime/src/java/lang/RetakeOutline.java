package java.lang;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import jdk.internal.misc.Unsafe;

/**
 * The outline of an object: its class and the objects it is made of, with nothing in them. What a null check sees of an
 * object is recorded as its outline, and in replay an object made from it stands where nothing is yet. Whatever is read
 * from it is answered, so it needs no more.
 */
final class RetakeOutline {
    /** What is made of more objects, or has longer arrays, is too much to write each time. */
    private static final int MOST = 64;
    private static final int LONGEST = 4096;

    private final RetakeBuffer out;
    private Object[] seen = new Object[4];
    private int count;

    private RetakeOutline(RetakeBuffer out) {
        this.out = out;
    }

    /** Writes nothing for null, {@code true} for an object of which no other can be made, or an outline. */
    static void write(RetakeBuffer out, Object value) {
        if (value == null) {
            out.nothing();
            return;
        }
        int start = out.length;
        if (isData(value) || !new RetakeOutline(out).object(value, true)) {
            out.length = start;
            out.truth(true);
        }
    }

    /** Whether something is a value rather than an object with something in it: whoever reads it is answered. */
    private static boolean isData(Object value) {
        switch (RetakeShape.of(value.getClass()).kind) {
            case RetakeShape.STRING:
            case RetakeShape.PLAIN_BOX:
            case RetakeShape.BOX:
            case RetakeShape.ENUM:
            case RetakeShape.CLASS:
            case RetakeShape.SCALAR:
                return true;
            default:
                return false;
        }
    }

    /** Writes an outline; false if none can be made again. */
    private boolean object(Object value, boolean whole) {
        if (value instanceof byte[]) {
            int length = ((byte[]) value).length;
            if (length > LONGEST) {
                return false;
            }
            out.octets(new byte[length], 0, length);
            return true;
        }
        for (int i = 0; i < count; i++) {
            if (seen[i] == value) {
                out.tag(29);
                out.integer(i);
                return true;
            }
        }
        if (count == MOST) {
            return false;
        }
        if (count == seen.length) {
            seen = java.util.Arrays.copyOf(seen, 2 * count);
        }
        seen[count++] = value;
        RetakeShape shape = RetakeShape.of(value.getClass());
        out.tag(28);
        out.tag(27);
        out.array(2);
        out.name(shape.name);
        switch (shape.kind) {
            case RetakeShape.ARRAY:
                return array(value);
            case RetakeShape.COLLECTION:
            case RetakeShape.MAP:
                out.array(0);
                return true;
            case RetakeShape.FIELDS:
                if (Retake.isApplication(shape.name)) {
                    return fields(value, shape);
                }
                // What is asked of the object itself is answered. Parts of it may be machinery that nobody answers for.
                out.map(0);
                return whole || canBeConstructed(value.getClass());
            case RetakeShape.OPAQUE:
                out.map(0);
                return canBeConstructed(value.getClass());
            default:
                return false;
        }
    }

    /** Writes a part of an object. What matters of data is answered; what does not must only not be null. */
    private boolean part(Object value) {
        if (value == null) {
            out.nothing();
            return true;
        }
        RetakeShape shape = RetakeShape.of(value.getClass());
        switch (shape.kind) {
            case RetakeShape.STRING:
                out.name("");
                return true;
            case RetakeShape.PLAIN_BOX:
                if (value instanceof Integer) {
                    out.integer(0);
                } else if (value instanceof Boolean) {
                    out.truth(false);
                } else {
                    out.number(0);
                }
                return true;
            case RetakeShape.BOX:
                out.label(shape.opening);
                if (value instanceof Float) {
                    out.number(0);
                } else {
                    out.integer(0);
                }
                return true;
            case RetakeShape.ENUM:
                out.label(shape.opening);
                out.name(((Enum<?>) value).name());
                return true;
            case RetakeShape.CLASS:
                out.label(shape.opening);
                out.name(((Class<?>) value).getName());
                return true;
            case RetakeShape.SCALAR:
                out.label(shape.opening);
                out.name(RetakeScalars.text(value));
                return true;
            default:
                return object(value, false);
        }
    }

    private boolean fields(Object value, RetakeShape shape) {
        Object[] parts = new Object[shape.names.length];
        int size = 0;
        for (int i = 0; i < parts.length; i++) {
            parts[i] = shape.types[i] == 'L' ? RetakeShape.UNSAFE.getReference(value, shape.offsets[i]) : null;
            size += parts[i] == null ? 0 : 1;
        }
        out.map(size);
        for (int i = 0; i < parts.length; i++) {
            if (parts[i] != null) {
                out.label(shape.labels[i]);
                if (!part(parts[i])) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean array(Object value) {
        int length = java.lang.reflect.Array.getLength(value);
        if (length > LONGEST) {
            return false;
        }
        out.array(length);
        for (int i = 0; i < length; i++) {
            if (value instanceof Object[]) {
                if (!part(((Object[]) value)[i])) {
                    return false;
                }
            } else if (value instanceof boolean[]) {
                out.truth(false);
            } else if (value instanceof double[] || value instanceof float[]) {
                out.number(0);
            } else {
                out.integer(0);
            }
        }
        return true;
    }

    // Kept with the class itself, so that a class can still be unloaded.
    private static final ClassValue<Boolean> CONSTRUCTED = new ClassValue<Boolean>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            String name = type.getName();
            boolean plain = name.startsWith("java.util.") && type != java.util.Timer.class || type == Object.class
                    || type == ThreadLocal.class;
            try {
                return plain && Modifier.isPublic(type.getModifiers()) && !Modifier.isAbstract(type.getModifiers())
                        && type.getConstructor() != null;
            } catch (NoSuchMethodException e) {
                return false;
            }
        }
    };

    /** Whether a new object of the class is like any other before something is done with it: locks, counters. */
    static boolean canBeConstructed(Class<?> type) {
        return CONSTRUCTED.get(type);
    }

    // ---- in replay

    /**
     * What code is to see of a field in which {@code value} is: nothing if there was nothing, otherwise what is there, or
     * an object made from the recorded outline, which is put there so that all who read the field see it.
     */
    static Object answer(RetakeDecoder recorded, Object holder, Object value, String field) {
        if (recorded.isNothing()) {
            return null;
        }
        if (value != null) {
            return value;
        }
        try {
            Object made = recorded.value('L');
            Field found = field(holder, field);
            if (found == null || !found.getType().isInstance(made)) {
                return null;
            }
            Unsafe unsafe = RetakeShape.UNSAFE;
            boolean shared = Modifier.isStatic(found.getModifiers());
            Object base = shared ? unsafe.staticFieldBase(found) : holder;
            long offset = shared ? unsafe.staticFieldOffset(found) : unsafe.objectFieldOffset(found);
            boolean put = unsafe.compareAndSetReference(base, offset, null, made);
            return put ? made : unsafe.getReferenceVolatile(base, offset);
        } catch (Exception e) {
            // This build has no such class: it goes on with what is there.
            return null;
        }
    }

    /** The field of an object or, if a class is given, the static one; where it is declared first. */
    private static Field field(Object holder, String name) {
        for (Class<?> c = holder instanceof Class ? (Class<?>) holder : holder.getClass(); c != null; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                if (field.getName().equals(name) && Modifier.isStatic(field.getModifiers()) == holder instanceof Class) {
                    return field;
                }
            }
        }
        return null;
    }
}
