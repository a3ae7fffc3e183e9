package java.lang;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import jdk.internal.misc.Unsafe;

/** How the objects of one class are copied out and built again, worked out once for each class. */
final class RetakeShape {
    static final int FIELDS = 0;
    static final int STRING = 1;
    /** Boxes that CBOR tells apart by itself: Integer, Boolean, Double. */
    static final int PLAIN_BOX = 2;
    /** The other boxes. */
    static final int BOX = 3;
    static final int ENUM = 4;
    static final int CLASS = 5;
    /** One string says it all: decimals, dates of java.time, UUID, URI and so on. */
    static final int SCALAR = 6;
    static final int ARRAY = 7;
    static final int COLLECTION = 8;
    static final int MAP = 9;
    static final int HANDLE = 10;
    static final int OPAQUE = 11;
    /** Seen through its accessors, to be compared; never built again. */
    static final int DESCRIBED = 12;

    static final Unsafe UNSAFE = Unsafe.getUnsafe();

    /** Fields that only cache what other fields say, or that name where an exception was born: equal objects differ in them. */
    private static final String[] SKIPPED = {
        "java.util.Date.cdate", "java.lang.Throwable.stackTrace", "java.lang.Throwable.backtrace",
        "java.lang.Throwable.depth", "java.lang.Throwable.suppressedExceptions",
    };

    /** Classes that one string describes; {@link RetakeScalars} builds them again. */
    private static final String SCALARS =
            " java.math.BigDecimal java.math.BigInteger java.util.UUID java.net.URI java.net.URL java.io.File"
                    + " java.time.Instant java.time.LocalDate java.time.LocalTime java.time.LocalDateTime"
                    + " java.time.OffsetDateTime java.time.OffsetTime java.time.ZonedDateTime java.time.Duration"
                    + " java.time.Period java.time.Year java.time.YearMonth java.time.MonthDay java.time.ZoneOffset"
                    + " java.time.ZoneRegion java.util.Locale java.util.Currency java.lang.StringBuilder"
                    + " java.lang.StringBuffer ";

    /**
     * Collections that are copied by their elements. They hold what they hold themselves: to walk through one runs no code
     * of the application and takes no lock. All others are copied by their fields.
     */
    private static final String COLLECTIONS =
            " java.util.ArrayList java.util.ArrayList$SubList java.util.LinkedList java.util.ArrayDeque java.util.HashMap java.util.LinkedHashMap"
                    + " java.util.TreeMap java.util.HashSet java.util.LinkedHashSet java.util.TreeSet"
                    + " java.util.PriorityQueue java.util.Properties java.util.Arrays$ArrayList"
                    + " java.util.concurrent.ConcurrentHashMap java.util.concurrent.CopyOnWriteArrayList"
                    + " java.util.concurrent.CopyOnWriteArraySet java.util.Collections$EmptyList"
                    + " java.util.Collections$EmptySet java.util.Collections$EmptyMap"
                    + " java.util.Collections$SingletonList java.util.Collections$SingletonSet"
                    + " java.util.Collections$SingletonMap ";

    /** Types of which nothing can be copied, with the reason. Subtypes are meant too. */
    private static final String[][] OPAQUES = {
        {"java.lang.Thread", "a thread"},
        {"java.lang.ClassLoader", "a class loader"},
        {"java.lang.ThreadLocal", "a thread-local variable"},
        {"java.lang.ref.Reference", "a reference that the garbage collector clears"},
        {"java.lang.reflect.AccessibleObject", "a member of a class"},
        {"java.lang.invoke.MethodHandle", "a method handle"},
        {"java.util.concurrent.locks.Lock", "a lock"},
        {"java.util.concurrent.locks.AbstractQueuedSynchronizer", "a lock"},
        {"java.util.concurrent.Executor", "an executor"},
        {"java.util.concurrent.Future", "a future"},
        {"java.util.concurrent.CompletionStage", "a future"},
        {"java.util.Iterator", "an iterator, which can be used only once"},
        {"java.util.Enumeration", "an enumeration, which can be used only once"},
        {"java.util.stream.BaseStream", "a stream, which can be used only once"},
        {"java.io.InputStream", "a stream, which can be used only once"},
        {"java.io.OutputStream", "a stream"},
        {"java.io.Reader", "a reader, which can be used only once"},
        {"java.io.Writer", "a writer"},
        {"java.nio.channels.Channel", "a channel"},
        {"java.nio.Buffer", "a buffer"},
        {"java.util.logging.Logger", "a logger"},
    };

    /** Types seen through accessors. */
    private static final String[][] DESCRIPTIONS = {
        {"java.net.http.HttpRequest", "method", "uri", "headers", "bodyPublisher"},
        {"java.net.http.HttpHeaders", "map"},
    };

    final Class<?> type;
    final int kind;
    /** The name that is recorded: of the class, or of the handle type. */
    final String name;
    /** Why, for {@link #OPAQUE}. */
    final String reason;
    /** For {@link #FIELDS}: names, offsets and type characters. */
    final String[] names;
    final long[] offsets;
    final char[] types;
    final Class<?>[] fieldTypes;
    /** For a view of another collection: where that one is; 0 otherwise. */
    final long viewed;
    /** For {@link #DESCRIBED}. */
    final Method[] accessors;
    /** What every object of this shape begins with, and the field names, as they are written. */
    final byte[] opening;
    final byte[][] labels;

    private RetakeShape(Class<?> type, int kind, String name, String reason) {
        this(type, kind, name, reason, 0);
    }

    /** A view of another collection. */
    private RetakeShape(Class<?> type, int kind, String name, long viewed) {
        this(type, kind, name, null, viewed);
    }

    private RetakeShape(Class<?> type, int kind, String name, String reason, long viewed) {
        this.type = type;
        this.kind = kind;
        this.name = name;
        this.reason = reason;
        this.viewed = viewed;
        this.fieldTypes = null;
        this.names = null;
        this.offsets = null;
        this.types = null;
        this.accessors = null;
        this.opening = opening(name, -1);
        this.labels = null;
    }

    private RetakeShape(Class<?> type, String[] names, Method[] accessors, String name) {
        this.type = type;
        this.kind = DESCRIBED;
        this.viewed = 0;
        this.fieldTypes = null;
        this.name = name;
        this.reason = null;
        this.names = names;
        this.offsets = null;
        this.types = null;
        this.accessors = accessors;
        this.opening = opening(name, names.length);
        this.labels = labels(names);
    }

    private RetakeShape(Class<?> type, String[] names, long[] offsets, char[] types, Class<?>[] fieldTypes) {
        this.type = type;
        this.kind = FIELDS;
        this.viewed = 0;
        this.fieldTypes = fieldTypes;
        this.name = type.getName();
        this.reason = null;
        this.names = names;
        this.offsets = offsets;
        this.types = types;
        this.accessors = null;
        this.opening = opening(name, names.length);
        this.labels = labels(names);
    }

    /** The tag of typed objects and the class name; with the head of a record if there are fields. */
    private static byte[] opening(String name, int fields) {
        RetakeBuffer out = new RetakeBuffer(64);
        out.tag(27);
        out.array(2);
        out.name(name);
        if (fields >= 0) {
            out.map(fields);
        }
        return out.taken();
    }

    private static byte[][] labels(String[] names) {
        byte[][] labels = new byte[names.length][];
        for (int i = 0; i < names.length; i++) {
            RetakeBuffer out = new RetakeBuffer(32);
            out.name(names[i]);
            labels[i] = out.taken();
        }
        return labels;
    }

    // Kept with the class itself, so that a class can still be unloaded.
    private static final ClassValue<RetakeShape> SHAPES = new ClassValue<RetakeShape>() {
        @Override
        protected RetakeShape computeValue(Class<?> type) {
            try {
                return work(type);
            } catch (LinkageError e) {
                return new RetakeShape(type, OPAQUE, type.getName(), "a type that one of its fields names is not there");
            }
        }
    };

    static RetakeShape of(Class<?> type) {
        return SHAPES.get(type);
    }

    private static RetakeShape work(Class<?> type) {
        String name = type.getName();
        if (type == String.class) {
            return new RetakeShape(type, STRING, name, null);
        }
        if (type == Integer.class || type == Boolean.class || type == Double.class) {
            return new RetakeShape(type, PLAIN_BOX, name, null);
        }
        if (type == Long.class || type == Short.class || type == Byte.class || type == Character.class
                || type == Float.class) {
            return new RetakeShape(type, BOX, name, null);
        }
        if (type == Class.class) {
            return new RetakeShape(type, CLASS, name, null);
        }
        if (type.isArray()) {
            return new RetakeShape(type, ARRAY, name, null);
        }
        if (Enum.class.isAssignableFrom(type)) {
            Class<?> declaring = type.isEnum() ? type : type.getSuperclass();
            return new RetakeShape(type, ENUM, declaring.getName(), null);
        }
        String handle = RetakeHandles.typeOf(type);
        if (handle != null) {
            return new RetakeShape(type, HANDLE, handle, null);
        }
        if (SCALARS.contains(new StringBuilder(" ").append(name).append(' ').toString())
                || java.nio.file.Path.class.isAssignableFrom(type)
                || java.nio.charset.Charset.class.isAssignableFrom(type)) {
            return new RetakeShape(type, SCALAR, name, null);
        }
        for (String[] description : DESCRIPTIONS) {
            Class<?> described = supertype(type, description[0]);
            if (described != null) {
                return describe(type, described, description);
            }
        }
        for (String[] opaque : OPAQUES) {
            if (supertype(type, opaque[0]) != null) {
                return new RetakeShape(type, OPAQUE, name, opaque[1]);
            }
        }
        int lambda = name.indexOf("$$Lambda");
        if (lambda >= 0) {
            return new RetakeShape(type, OPAQUE, name.substring(0, lambda + 8), "a lambda");
        }
        if (java.lang.reflect.Proxy.isProxyClass(type)) {
            return new RetakeShape(type, OPAQUE, "java.lang.reflect.Proxy", "a proxy");
        }
        int kind = java.util.Map.class.isAssignableFrom(type) ? MAP : COLLECTION;
        if (COLLECTIONS.contains(new StringBuilder(" ").append(name).append(' ').toString())
                || name.startsWith("java.util.ImmutableCollections$")) {
            return new RetakeShape(type, kind, name, null);
        }
        if (name.startsWith("java.util.Collections$Unmodifiable") || name.startsWith("java.util.Collections$Synchronized")
                || name.startsWith("java.util.Collections$Checked")) {
            return new RetakeShape(type, kind, name, viewed(type));
        }
        return fields(type);
    }

    private static RetakeShape describe(Class<?> type, Class<?> described, String[] description) {
        String[] names = new String[description.length - 1];
        Method[] accessors = new Method[names.length];
        for (int i = 0; i < names.length; i++) {
            names[i] = description[i + 1];
            try {
                accessors[i] = described.getMethod(names[i]);
            } catch (NoSuchMethodException e) {
                return new RetakeShape(type, OPAQUE, description[0], "it has no method ".concat(names[i]));
            }
        }
        return new RetakeShape(type, names, accessors, description[0]);
    }

    private static RetakeShape fields(Class<?> type) {
        int count = 0;
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            count += c.getDeclaredFields().length;
        }
        String[] names = new String[count];
        long[] offsets = new long[count];
        char[] types = new char[count];
        Class<?>[] fieldTypes = new Class<?>[count];
        count = collect(type, names, offsets, types, fieldTypes);
        return new RetakeShape(type, java.util.Arrays.copyOf(names, count), java.util.Arrays.copyOf(offsets, count),
                java.util.Arrays.copyOf(types, count), java.util.Arrays.copyOf(fieldTypes, count));
    }

    /** Where a view keeps what it shows: the topmost field that is a collection or a map. */
    private static long viewed(Class<?> type) {
        long found = 0;
        for (Class<?> c = type; c != Object.class; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())
                        && (field.getName().equals("c") || field.getName().equals("m"))) {
                    found = UNSAFE.objectFieldOffset(field);
                }
            }
        }
        return found;
    }

    /** Collects the fields of a class after those of its superclass; a name used again gets its class before it. */
    private static int collect(
            Class<?> type, String[] names, long[] offsets, char[] types, Class<?>[] fieldTypes) {
        int count =
                type.getSuperclass() == null ? 0 : collect(type.getSuperclass(), names, offsets, types, fieldTypes);
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) || skipped(type, field)) {
                continue;
            }
            String name = field.getName();
            for (int i = 0; i < count; i++) {
                if (names[i].equals(name)) {
                    name = new StringBuilder(type.getName()).append('.').append(name).toString();
                    break;
                }
            }
            names[count] = name;
            offsets[count] = UNSAFE.objectFieldOffset(field);
            types[count] = character(field.getType());
            fieldTypes[count] = field.getType();
            count++;
        }
        return count;
    }

    private static boolean skipped(Class<?> type, Field field) {
        for (String name : SKIPPED) {
            int dot = name.lastIndexOf('.');
            if (name.length() - dot - 1 == field.getName().length() && name.endsWith(field.getName())
                    && dot == type.getName().length() && name.startsWith(type.getName())) {
                return true;
            }
        }
        return false;
    }

    static char character(Class<?> type) {
        if (!type.isPrimitive()) {
            return 'L';
        }
        if (type == int.class) {
            return 'I';
        }
        if (type == long.class) {
            return 'J';
        }
        if (type == boolean.class) {
            return 'Z';
        }
        if (type == double.class) {
            return 'D';
        }
        if (type == float.class) {
            return 'F';
        }
        if (type == char.class) {
            return 'C';
        }
        if (type == byte.class) {
            return 'B';
        }
        return type == short.class ? 'S' : 'V';
    }

    /** The supertype, or the type itself, that has this name. */
    static Class<?> supertype(Class<?> type, String name) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            if (c.getName().equals(name)) {
                return c;
            }
            for (Class<?> i : c.getInterfaces()) {
                Class<?> found = supertype(i, name);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }
}
