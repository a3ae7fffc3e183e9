package java.lang;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.Charset;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TimeZone;
import java.util.concurrent.CompletableFuture;
import jdk.internal.misc.Unsafe;

/**
 * A value apart from the program that made it: a text to compare, and a plan to make it again in another class loader.
 */
final class RetakeValue {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    /** Types whose text says all there is to them, and that are shared instead of made again. */
    private static final Set<String> PLAIN = Set.of(
            "java.lang.String", "java.lang.Boolean", "java.lang.Byte", "java.lang.Character", "java.lang.Short",
            "java.lang.Integer", "java.lang.Long", "java.lang.Float", "java.lang.Double", "java.math.BigDecimal",
            "java.math.BigInteger", "java.util.UUID", "java.util.Locale", "java.util.OptionalInt", "java.util.OptionalLong",
            "java.util.OptionalDouble", "java.net.Inet4Address", "java.net.URI");

    private static final Map<String, Class<?>> PRIMITIVES = Map.of(
            "boolean", boolean.class, "byte", byte.class, "char", char.class, "short", short.class, "int", int.class,
            "long", long.class, "float", float.class, "double", double.class);

    private enum Kind { PLAIN, ENUM, CLASS, ARRAY, LIST, SET, MAP, QUEUE, TEXT, FUTURE, OBJECT, OPAQUE }

    private final Kind kind;
    /** The class by name; of an array the element's. */
    private final String type;
    /** What is shared, or the text of an enum's constant. */
    private final Object plain;
    private RetakeValue[] parts = {};
    private String text;

    private RetakeValue(Kind kind, String type, Object plain) {
        this.kind = kind;
        this.type = type;
        this.plain = plain;
    }

    static RetakeValue of(Object value) {
        return new Reader(false).read(value);
    }

    /** The class of an object and the objects it is made of, with nothing in them; true if no other can be made. */
    static RetakeValue outline(Object value) {
        RetakeValue outline = new Reader(true).read(value);
        boolean can = value == null || outline.kind != Kind.PLAIN && !outline.isOpaque();
        return can ? outline : new RetakeValue(Kind.PLAIN, "java.lang.Boolean", true);
    }

    /** Puts an object where nothing is, if it can be there; gives what is there then. */
    static Object put(Object holder, String name, Object made) {
        boolean shared = holder instanceof Class;
        for (Class<?> c = shared ? (Class<?>) holder : holder.getClass(); c != null; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                if (field.getName().equals(name) && Modifier.isStatic(field.getModifiers()) == shared) {
                    if (!field.getType().isInstance(made)) {
                        return null;
                    }
                    Object base = shared ? UNSAFE.staticFieldBase(field) : holder;
                    long at = shared ? UNSAFE.staticFieldOffset(field) : UNSAFE.objectFieldOffset(field);
                    UNSAFE.putReference(base, at, made);
                    return made;
                }
            }
        }
        return null;
    }

    /** Whether a call may have put something into an argument that its caller sees. */
    static boolean canBeFilled(Object argument) {
        return argument != null && (argument.getClass().isArray() || argument instanceof Collection
                || argument instanceof Map || argument instanceof StringBuilder);
    }

    /** Makes one object what another one is. */
    @SuppressWarnings("unchecked")
    static void overwrite(Object target, Object source) {
        if (target.getClass().isArray()) {
            System.arraycopy(source, 0, target, 0, Math.min(Array.getLength(source), Array.getLength(target)));
        } else if (target.getClass() == source.getClass()) {
            for (Field field : fields(target.getClass())) {
                set(target, field, get(source, field));
            }
        } else if (target instanceof List) {
            // Fixed-size and unmodifiable ones were not written to, or only their elements were.
            List<Object> list = (List<Object>) target;
            List<Object> from = (List<Object>) source;
            try {
                for (int i = 0; i < Math.min(list.size(), from.size()); i++) {
                    list.set(i, from.get(i));
                }
            } catch (UnsupportedOperationException unmodifiable) {
                // Then nothing was written.
            }
        }
    }

    // ---- reading

    private static final class Reader {
        private final Map<Object, RetakeValue> seen = new IdentityHashMap<>();
        private final boolean outline;

        Reader(boolean outline) {
            this.outline = outline;
        }

        /** A part of a value; of an outline's data, only that it is there. */
        private RetakeValue part(Object value) {
            if (!outline || value == null || !value.getClass().getName().startsWith("java.lang.")) {
                return read(value);
            }
            Object same = value instanceof String ? "" : value instanceof Boolean ? (Object) false
                    : value instanceof Character ? (Object) '\0' : value instanceof Byte ? (Object) (byte) 0
                    : value instanceof Short ? (Object) (short) 0 : value instanceof Integer ? (Object) 0
                    : value instanceof Long ? (Object) 0L : value instanceof Float ? (Object) 0f
                    : value instanceof Double ? (Object) 0.0 : value;
            return read(same);
        }

        RetakeValue read(Object value) {
            if (value == null) {
                return new RetakeValue(Kind.PLAIN, "null", null);
            }
            RetakeValue known = seen.get(value);
            if (known != null) {
                return known;
            }
            RetakeValue made = shape(value);
            seen.put(value, made);
            made.parts = parts(made, value);
            return made;
        }

        private RetakeValue shape(Object value) {
            Class<?> type = value.getClass();
            String name = type.getName();
            if (PLAIN.contains(name) || name.startsWith("java.time.") || value instanceof TimeZone
                    || value instanceof Charset) {
                return new RetakeValue(Kind.PLAIN, name, value);
            }
            if (value instanceof Enum) {
                Enum<?> constant = (Enum<?>) value;
                return new RetakeValue(Kind.ENUM, constant.getDeclaringClass().getName(), constant.name());
            }
            if (value instanceof Class) {
                return new RetakeValue(Kind.CLASS, ((Class<?>) value).getName(), null);
            }
            if (type.isArray()) {
                return new RetakeValue(Kind.ARRAY, type.getComponentType().getName(), null);
            }
            boolean library = type.getClassLoader() == null;
            if (library && value instanceof Map) {
                return new RetakeValue(Kind.MAP, name, null);
            }
            if (library && value instanceof Collection) {
                Kind kind = value instanceof Set ? Kind.SET : value instanceof Queue && !(value instanceof List)
                        ? Kind.QUEUE : Kind.LIST;
                return new RetakeValue(kind, name, null);
            }
            if (value instanceof StringBuilder || value instanceof StringBuffer) {
                return new RetakeValue(Kind.TEXT, name, value.toString());
            }
            if (value instanceof Date) {
                return new RetakeValue(Kind.TEXT, name, ((Date) value).getTime());
            }
            if (value instanceof GregorianCalendar) {
                return new RetakeValue(Kind.TEXT, name, ((GregorianCalendar) value).toZonedDateTime());
            }
            if (value instanceof CompletableFuture && ((CompletableFuture<?>) value).isDone()
                    && !((CompletableFuture<?>) value).isCompletedExceptionally()) {
                return new RetakeValue(Kind.FUTURE, name, null);
            }
            boolean data = name.startsWith("java.util.concurrent.atomic.") || name.startsWith("java.util.Optional")
                    || value instanceof Throwable || value instanceof Map.Entry || name.equals("java.util.BitSet");
            if (!library && !type.isHidden() || data) {
                return new RetakeValue(Kind.OBJECT, name, null);
            }
            return new RetakeValue(Kind.OPAQUE, library ? name : "a function", null);
        }

        private RetakeValue[] parts(RetakeValue made, Object value) {
            List<RetakeValue> parts = new ArrayList<>();
            switch (made.kind) {
                case ARRAY:
                    for (int i = 0; i < Array.getLength(value); i++) {
                        parts.add(part(Array.get(value, i)));
                    }
                    break;
                case LIST:
                case SET:
                case QUEUE:
                    for (Object element : outline ? List.of() : (Collection<?>) value) {
                        parts.add(read(element));
                    }
                    break;
                case MAP:
                    for (Map.Entry<?, ?> entry : outline ? Map.of().entrySet() : ((Map<?, ?>) value).entrySet()) {
                        parts.add(read(entry.getKey()));
                        parts.add(read(entry.getValue()));
                    }
                    break;
                case FUTURE:
                    parts.add(read(((CompletableFuture<?>) value).join()));
                    break;
                case OBJECT:
                    for (Field field : fields(value.getClass())) {
                        Object held = get(value, field);
                        // By default the cause of an exception is the exception itself.
                        parts.add(part(held == value ? null : held));
                    }
                    break;
                default:
            }
            return parts.toArray(new RetakeValue[0]);
        }
    }

    // ---- comparing

    /** The same for equal values, whichever program they are of. */
    String text() {
        if (text == null) {
            StringBuilder out = new StringBuilder();
            write(out, new IdentityHashMap<>());
            text = out.toString();
        }
        return text;
    }

    private void write(StringBuilder out, Map<RetakeValue, Integer> seen) {
        if (kind == Kind.PLAIN) {
            out.append(plain instanceof String ? "\"" + plain + "\"" : String.valueOf(plain));
            return;
        }
        Integer known = parts.length == 0 ? null : seen.putIfAbsent(this, seen.size());
        if (known != null) {
            out.append('#').append(known);
            return;
        }
        out.append(shortName());
        if (kind == Kind.ENUM || kind == Kind.TEXT) {
            out.append('.').append(plain);
        }
        String[] texts = new String[parts.length];
        for (int i = 0; i < parts.length; i++) {
            StringBuilder part = new StringBuilder();
            parts[i].write(part, seen);
            texts[i] = part.toString();
        }
        // The order of a hash table is nobody's promise.
        if (kind == Kind.SET && type.contains("Hash") && !type.contains("Linked")) {
            Arrays.sort(texts);
        }
        if (kind == Kind.MAP && !type.contains("Linked") && !type.contains("Tree")) {
            String[] pairs = new String[texts.length / 2];
            for (int i = 0; i < pairs.length; i++) {
                pairs[i] = texts[2 * i] + "=" + texts[2 * i + 1];
            }
            Arrays.sort(pairs);
            texts = pairs;
        }
        out.append('(');
        for (String part : texts) {
            out.append(part).append(", ");
        }
        out.append(')');
    }

    private String shortName() {
        switch (kind) {
            case LIST: return "list";
            case SET: return "set";
            case MAP: return "map";
            case QUEUE: return "queue";
            default: return type.substring(type.lastIndexOf('.') + 1);
        }
    }

    /** Whether it holds something that cannot be made again. */
    boolean isOpaque() {
        return isOpaque(new IdentityHashMap<>());
    }

    private boolean isOpaque(Map<RetakeValue, Boolean> seen) {
        if (kind == Kind.OPAQUE) {
            return true;
        }
        if (seen.put(this, true) != null) {
            return false;
        }
        for (RetakeValue part : parts) {
            if (part.isOpaque(seen)) {
                return true;
            }
        }
        return false;
    }

    // ---- making

    Object make(ClassLoader loader) {
        try {
            return make(loader, new IdentityHashMap<>());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private Object make(ClassLoader loader, Map<RetakeValue, Object> made) throws ReflectiveOperationException {
        Object known = made.get(this);
        if (known != null) {
            return known;
        }
        switch (kind) {
            case PLAIN:
                return plain;
            case ENUM:
                return Enum.valueOf((Class) load(type, loader), (String) plain);
            case CLASS:
                return load(type, loader);
            case TEXT:
                if (type.equals("java.util.Date")) {
                    return new Date((Long) plain);
                }
                if (type.equals("java.util.GregorianCalendar")) {
                    return GregorianCalendar.from((ZonedDateTime) plain);
                }
                return type.endsWith("Builder") ? new StringBuilder((String) plain) : new StringBuffer((String) plain);
            case ARRAY:
                Object array = Array.newInstance(load(type, loader), parts.length);
                made.put(this, array);
                for (int i = 0; i < parts.length; i++) {
                    Array.set(array, i, parts[i].make(loader, made));
                }
                return array;
            case LIST:
            case SET:
            case QUEUE:
                Collection<Object> collection = (Collection<Object>) container(loader);
                made.put(this, collection);
                for (RetakeValue part : parts) {
                    collection.add(part.make(loader, made));
                }
                return collection;
            case MAP:
                Map<Object, Object> map = (Map<Object, Object>) container(loader);
                made.put(this, map);
                for (int i = 0; i < parts.length; i += 2) {
                    map.put(parts[i].make(loader, made), parts[i + 1].make(loader, made));
                }
                return map;
            case FUTURE:
                return CompletableFuture.completedFuture(parts[0].make(loader, made));
            case OBJECT:
                Class<?> shape = load(type, loader);
                Object object = UNSAFE.allocateInstance(shape);
                made.put(this, object);
                List<Field> fields = fields(shape);
                for (int i = 0; i < parts.length; i++) {
                    set(object, fields.get(i), parts[i].make(loader, made));
                }
                return object;
            default:
                throw new IllegalStateException("cannot be made again: " + type);
        }
    }

    /** An empty one of the same type, or of one that answers the same. */
    private Object container(ClassLoader loader) {
        try {
            return Class.forName(type, true, loader).getConstructor().newInstance();
        } catch (ReflectiveOperationException hidden) {
            switch (kind) {
                case SET: return new LinkedHashSet<>();
                case MAP: return new LinkedHashMap<>();
                case QUEUE: return new ArrayDeque<>();
                default: return new ArrayList<>();
            }
        }
    }

    private static Class<?> load(String name, ClassLoader loader) throws ClassNotFoundException {
        Class<?> primitive = PRIMITIVES.get(name);
        return primitive != null ? primitive : Class.forName(name, false, loader);
    }

    // ---- fields

    private static List<Field> fields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                // Where an exception was made is no part of what it says.
                boolean trace = c == Throwable.class && !field.getName().equals("detailMessage")
                        && !field.getName().equals("cause");
                if (!Modifier.isStatic(field.getModifiers()) && !trace) {
                    fields.add(field);
                }
            }
        }
        return fields;
    }

    private static Object get(Object object, Field field) {
        long at = UNSAFE.objectFieldOffset(field);
        Class<?> type = field.getType();
        if (!type.isPrimitive()) {
            return UNSAFE.getReference(object, at);
        }
        switch (type.descriptorString().charAt(0)) {
            case 'Z': return UNSAFE.getBoolean(object, at);
            case 'B': return UNSAFE.getByte(object, at);
            case 'C': return UNSAFE.getChar(object, at);
            case 'S': return UNSAFE.getShort(object, at);
            case 'I': return UNSAFE.getInt(object, at);
            case 'J': return UNSAFE.getLong(object, at);
            case 'F': return UNSAFE.getFloat(object, at);
            default: return UNSAFE.getDouble(object, at);
        }
    }

    private static void set(Object object, Field field, Object value) {
        long at = UNSAFE.objectFieldOffset(field);
        Class<?> type = field.getType();
        if (!type.isPrimitive()) {
            UNSAFE.putReference(object, at, value);
            return;
        }
        switch (type.descriptorString().charAt(0)) {
            case 'Z': UNSAFE.putBoolean(object, at, (Boolean) value); break;
            case 'B': UNSAFE.putByte(object, at, (Byte) value); break;
            case 'C': UNSAFE.putChar(object, at, (Character) value); break;
            case 'S': UNSAFE.putShort(object, at, (Short) value); break;
            case 'I': UNSAFE.putInt(object, at, (Integer) value); break;
            case 'J': UNSAFE.putLong(object, at, (Long) value); break;
            case 'F': UNSAFE.putFloat(object, at, (Float) value); break;
            default: UNSAFE.putDouble(object, at, (Double) value);
        }
    }
}
