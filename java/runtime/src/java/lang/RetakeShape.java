package java.lang;

import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

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
    /** An array of bytes says it all, which the object's library writes: {@link RetakeBytes}. */
    static final int BYTES = 13;
    /** A proxy of the JDK: its interfaces and its handler. */
    static final int PROXY = 14;
    /** A lambda that can be serialised. */
    static final int LAMBDA = 15;
    /** Stands for an entity that may not be loaded. */
    static final int LAZY = 16;
    /** Something passes through it: a handle if the application got it from a point, opaque otherwise. */
    static final int STREAM = 17;
    /** A reader or a writer around such a one. */
    static final int WRAPPED = 18;

    static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final int NEAR_BITS = 9;

    final Class<?> type;
    /** The word that objects of the class say it with; 0 as long as none was seen. While there is a shape there is its class. */
    private int word;
    final int kind;
    /** The name that is recorded: of the class, or of the handle type. */
    final String name;
    /** Why, for {@link #OPAQUE} and {@link #STREAM}. */
    final String reason;
    /** For {@link #SCALAR} and {@link #BYTES}: whether what such an object says may change, so that it matters which one it is. */
    final boolean changes;
    /** What every object of this shape begins with, and the field names, as they are written. */
    final RetakeLabel opening;
    final RetakeLabel[] labels;
    /** For {@link #FIELDS} and {@link #DESCRIBED}: the names of what is written. */
    final String[] names;

    /** The objects of the class that have a number outside of requests. */
    final RetakeOutside outside = new RetakeOutside();

    // Whoever works a shape out fills these before anybody sees it.

    /** Whether nothing but its fields says what is to be written. */
    boolean isPlain;
    /** For {@link #FIELDS}: how many bytes all labels take at most, each with a primitive value. */
    int room;
    /** For {@link #FIELDS}: offsets and type characters. */
    long[] offsets;
    char[] types;
    Class<?>[] fieldTypes;
    /** For {@link #FIELDS}: the shape that each field's value had last, where that may be kept. */
    private RetakeShape[] met;
    /** For an exception: the offsets of what it says it can be without; null if there is nothing. */
    long[] spared;
    /** For {@link #FIELDS}: where it says that it is loaded, and where something knows which attributes are; 0 if nowhere. */
    long loaded;
    long interceptor;
    /** For a view of another collection: where that one is; 0 otherwise. */
    long viewed;
    /** For {@link #DESCRIBED}, and the one of a {@link #LAMBDA}. */
    Method[] accessors;
    /** For {@link #STREAM}: what passes through it. */
    int stream;
    /** The kinds of streams that objects of the class are known to tell of, a bit each. */
    int tells;
    /** For a {@link #HANDLE}: the place of its type among them all; -1 otherwise. */
    int handle = -1;
    /** For a {@link #HANDLE}: whether an object was given to somebody, so that calls on it are looked at. */
    boolean given;
    /** For a {@link #HANDLE}: of which kind it is ({@link RetakeRoles}); 0 if of none. */
    final int family;
    /** For a view, how it is written when what it shows cannot be walked through. */
    private volatile RetakeShape byFields;

    /** Fits nothing. */
    static final RetakeShape NONE = new RetakeShape(null, OPAQUE, "nothing", "it is nothing");

    private RetakeShape(Class<?> type, int kind, String name, String reason) {
        this(type, kind, name, reason, null);
    }

    private RetakeShape(Class<?> type, int kind, String name, String reason, String[] names) {
        this.type = type;
        this.kind = kind;
        this.name = name;
        this.reason = reason;
        this.names = names;
        this.changes = (kind == SCALAR || kind == BYTES) && RetakeKinds.changes(name);
        this.opening = opening(name, names == null ? -1 : names.length);
        this.labels = names == null ? null : labels(names);
        this.family = kind == HANDLE ? RetakeRoles.family(name) : 0;
    }

    /** The tag of typed objects and the class name; with the head of a record if there are fields. */
    private static RetakeLabel opening(String name, int fields) {
        RetakeBuffer out = RetakeBuffer.shared();
        out.tag(27);
        out.array(2);
        out.name(name);
        if (fields >= 0) {
            out.map(fields);
        }
        return RetakeLabel.of(out);
    }

    private static RetakeLabel[] labels(String[] names) {
        RetakeLabel[] labels = new RetakeLabel[names.length];
        for (int i = 0; i < names.length; i++) {
            labels[i] = RetakeLabel.of(names[i]);
        }
        return labels;
    }

    // Kept with the class itself, so that a class can still be unloaded.
    private static ClassValue<RetakeShape> shapes = fresh();

    private static ClassValue<RetakeShape> fresh() {
        return new ClassValue<RetakeShape>() {
            @Override
            protected RetakeShape computeValue(Class<?> type) {
                try {
                    return work(type);
                } catch (LinkageError e) {
                    return new RetakeShape(type, OPAQUE, type.getName(), "a type that one of its fields names is not there");
                } catch (RuntimeException e) {
                    return new RetakeShape(type, OPAQUE, type.getName(), "its fields cannot be read");
                }
            }
        };
    }

    /**
     * The shapes that were asked for last, each at the place that its class's word gives: what the class itself keeps is five steps away.
     * They are no reason to keep a class.
     */
    private static WeakReference<?>[] near = new WeakReference<?>[1 << NEAR_BITS];

    /** What is a handle is another matter under another plan. */
    static void forget() {
        shapes = fresh();
        near = new WeakReference<?>[1 << NEAR_BITS];
    }

    static RetakeShape of(Class<?> type) {
        return shapes.get(type);
    }

    /** The shape of an object's class. */
    static RetakeShape ofObject(Object object) {
        int word = RetakeClassWord.of(object);
        if (word == 0) {
            return of(object.getClass());
        }
        WeakReference<?> known = near[place(word)];
        RetakeShape shape = known == null ? null : (RetakeShape) known.get();
        return shape != null && shape.word == word ? shape : far(object, word);
    }

    private static int place(int word) {
        // Words are addresses, so that their highest and lowest bits are all alike.
        return word * 0x9e3779b9 >>> 32 - NEAR_BITS;
    }

    @DontInline
    private static RetakeShape far(Object object, int word) {
        RetakeShape shape = of(object.getClass());
        shape.word = word;
        near[place(word)] = new WeakReference<>(shape);
        return shape;
    }

    /** Whether an object is of the class. */
    boolean fits(Object object) {
        int word = RetakeClassWord.of(object);
        return word != 0 ? word == this.word : object.getClass() == type;
    }

    /** The shape of a field's value. Most fields always hold objects of one class. */
    RetakeShape of(int field, Object value) {
        RetakeShape last = met[field];
        return last != null && last.fits(value) ? last : meet(field, value);
    }

    private RetakeShape meet(int field, Object value) {
        RetakeShape shape = ofObject(value);
        Class<?> type = shape.type;
        // To keep one of another loader might keep that loader for ever.
        if (type.getClassLoader() == null || type.getClassLoader() == this.type.getClassLoader()) {
            met[field] = shape;
        }
        return shape;
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
        for (String[] description : RetakeKinds.DESCRIPTIONS) {
            if (supertype(type, description[0]) != null) {
                return describe(type, description);
            }
        }
        int handle = RetakeHandles.typeOf(type);
        if (handle >= 0) {
            RetakeShape shape = new RetakeShape(type, HANDLE, RetakeHandles.types[handle], null);
            shape.handle = handle;
            return shape;
        }
        if (RetakeKinds.isScalar(type)) {
            return new RetakeShape(type, SCALAR, name, null);
        }
        String reason = RetakeKinds.opaque(type);
        Object[] stream = reason == null ? null : RetakeKinds.stream(type);
        if (stream != null) {
            RetakeShape shape = new RetakeShape(type, STREAM, (String) stream[0], reason);
            shape.stream = (Integer) stream[1];
            return shape;
        }
        if (RetakeKinds.isWrapped(type)) {
            return new RetakeShape(type, WRAPPED, name, reason, new String[] {"stream", "charset", "strict"});
        }
        if (reason != null) {
            return new RetakeShape(type, OPAQUE, name, reason);
        }
        if (supertype(type, RetakeKinds.REQUEST_BODY) != null) {
            return new RetakeShape(type, BYTES, RetakeKinds.REQUEST_BODY, null);
        }
        int lambda = name.indexOf("$$Lambda");
        if (lambda >= 0) {
            return lambda(type, name.substring(0, lambda + 8));
        }
        if (java.lang.reflect.Proxy.isProxyClass(type)) {
            return new RetakeShape(type, PROXY, "java.lang.reflect.Proxy", null, new String[] {"interfaces", "handler"});
        }
        if (RetakeKinds.isLazy(type)) {
            return new RetakeShape(type, LAZY, type.getSuperclass().getName(), null);
        }
        if (supertype(type, RetakeKinds.MESSAGE) != null || RetakeKinds.isSerialized(type)) {
            return new RetakeShape(type, BYTES, name, null);
        }
        int kind = java.util.Map.class.isAssignableFrom(type) ? MAP : COLLECTION;
        if (RetakeKinds.isCollection(type)) {
            return new RetakeShape(type, kind, name, null);
        }
        if (RetakeKinds.isView(type)) {
            RetakeShape view = new RetakeShape(type, kind, name, null);
            view.viewed = viewed(type);
            return view;
        }
        return fields(type);
    }

    private static RetakeShape lambda(Class<?> type, String name) {
        try {
            Method replaced = type.getDeclaredMethod("writeReplace");
            replaced.setAccessible(true);
            RetakeShape shape = new RetakeShape(type, LAMBDA, name, null);
            shape.accessors = new Method[] {replaced};
            return shape;
        } catch (NoSuchMethodException e) {
            return new RetakeShape(type, OPAQUE, name, "a lambda that is not serialisable");
        }
    }

    /** The same with fields instead of elements. */
    RetakeShape byFields() {
        if (byFields == null) {
            byFields = fields(type);
        }
        return byFields;
    }

    private static RetakeShape describe(Class<?> type, String[] description) {
        Class<?> described = supertype(type, description[1]);
        String[] names = new String[description.length - 2];
        Method[] accessors = new Method[names.length];
        for (int i = 0; i < names.length; i++) {
            names[i] = description[i + 2];
            try {
                accessors[i] = described.getMethod(names[i]);
            } catch (NoSuchMethodException e) {
                return new RetakeShape(type, OPAQUE, description[1], "it has no method ".concat(names[i]));
            }
        }
        RetakeShape shape = new RetakeShape(type, DESCRIBED, description[1], null, names);
        shape.accessors = accessors;
        return shape;
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
        RetakeShape shape =
                new RetakeShape(type, FIELDS, type.getName(), null, java.util.Arrays.copyOf(names, count));
        shape.met = new RetakeShape[count];
        for (RetakeLabel label : shape.labels) {
            shape.room += label.length + 9;
        }
        shape.offsets = java.util.Arrays.copyOf(offsets, count);
        shape.types = java.util.Arrays.copyOf(types, count);
        shape.fieldTypes = java.util.Arrays.copyOf(fieldTypes, count);
        if (Throwable.class.isAssignableFrom(type)) {
            shape.spared = spared(type);
        }
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                if (field.getName().equals("initialized") && RetakeKinds.isPersistent(c)) {
                    shape.loaded = UNSAFE.objectFieldOffset(field);
                } else if (field.getName().equals(RetakeKinds.INTERCEPTOR) && !Modifier.isStatic(field.getModifiers())) {
                    shape.interceptor = UNSAFE.objectFieldOffset(field);
                }
            }
        }
        shape.isPlain = shape.loaded == 0 && shape.interceptor == 0;
        return shape;
    }

    /**
     * The transient fields of an exception. Whoever throws one says that it is sent elsewhere without them, and what catches
     * it lives with that; of other objects a transient field is often all there is.
     */
    private static long[] spared(Class<?> type) {
        long[] found = null;
        for (Class<?> c = type; c != Throwable.class; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                int modifiers = field.getModifiers();
                if (Modifier.isTransient(modifiers) && !Modifier.isStatic(modifiers) && !field.getType().isPrimitive()) {
                    int count = found == null ? 0 : found.length;
                    found = count == 0 ? new long[1] : java.util.Arrays.copyOf(found, count + 1);
                    found[count] = UNSAFE.objectFieldOffset(field);
                }
            }
        }
        return found;
    }

    boolean isSpared(long offset) {
        for (long one : spared) {
            if (one == offset) {
                return true;
            }
        }
        return false;
    }

    /** Where a view keeps what it shows: the topmost field that is a collection or a map. */
    private static long viewed(Class<?> type) {
        long found = 0;
        for (Class<?> c = type; c != Object.class; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())
                        && (field.getName().equals("c") || field.getName().equals("m") || field.getName().equals("root"))) {
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
            if (Modifier.isStatic(field.getModifiers()) || RetakeKinds.isSkipped(type, field.getName())) {
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
