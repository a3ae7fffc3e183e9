package java.lang;

import java.lang.reflect.Array;
import jdk.internal.misc.Unsafe;

/** Builds values again from what was recorded. */
final class RetakeDecoder {
    private static final long STACK_TRACE = offset(Throwable.class, "stackTrace");
    private static final long TABLE = offset(java.util.HashMap.class, "table");
    private static final long THRESHOLD = offset(java.util.HashMap.class, "threshold");
    private static final long SET_MAP = offset(java.util.HashSet.class, "map");

    private static long offset(Class<?> type, String field) {
        try {
            return RetakeShape.UNSAFE.objectFieldOffset(type.getDeclaredField(field));
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }

    private final RetakeReader in;
    private final ClassLoader loader;
    /** Objects that references name: those of the question first, then those of the answer. */
    private Object[] objects;
    private int count;

    RetakeDecoder(byte[] bytes, int at, ClassLoader loader, Object[] objects) {
        this.in = new RetakeReader(bytes, at);
        this.loader = loader;
        this.objects = objects;
        this.count = objects.length;
    }

    /** Whether what comes next is nothing. */
    boolean isNothing() {
        return in.isNothing();
    }

    /** Reads a value of a declared type, boxed. */
    Object value(char type) throws Exception {
        if (type == 'L') {
            return object();
        }
        int item = in.next();
        int wanted = type == 'Z' ? RetakeReader.TRUTH
                : type == 'F' || type == 'D' ? RetakeReader.NUMBER
                : type == 'V' ? RetakeReader.NOTHING : RetakeReader.INTEGER;
        if (item != wanted) {
            throw new IllegalArgumentException("the recorded value is not of the type that this build wants");
        }
        switch (type) {
            case 'Z':
                return in.value != 0;
            case 'V':
                return null;
            case 'F':
                return (float) in.number;
            case 'D':
                return in.number;
            case 'J':
                return in.value;
            case 'C':
                return (char) in.value;
            case 'S':
                return (short) in.value;
            case 'B':
                return (byte) in.value;
            default:
                return (int) in.value;
        }
    }

    private Object object() throws Exception {
        switch (in.next()) {
            case RetakeReader.NOTHING:
                return null;
            case RetakeReader.TRUTH:
                return in.value != 0;
            case RetakeReader.INTEGER:
                return (int) in.value;
            case RetakeReader.NUMBER:
                return in.number;
            case RetakeReader.TEXT:
                return in.text();
            case RetakeReader.OCTETS:
                return in.octets();
            case RetakeReader.TAG:
                int tag = (int) in.value;
                if (tag == 28) {
                    return object();
                }
                if (tag == 29) {
                    return objects[in.expectInteger()];
                }
                return typed();
            default:
                throw new IllegalArgumentException("a bare list or record is no object");
        }
    }

    private Object typed() throws Exception {
        in.expectArray();
        String name = in.expectText();
        if (name.equals("@handle")) {
            in.expectArray();
            int id = in.expectInteger();
            in.next();
            boolean boot = in.value != 0;
            return RetakeDouble.create(id, boot, in.expectText(), loader);
        }
        if (name.equals("@opaque")) {
            in.expectArray();
            throw new IllegalArgumentException(
                    new StringBuilder("a ").append(in.expectText()).append(" was not copied").toString());
        }
        int item = in.next();
        switch (item) {
            case RetakeReader.TEXT:
                return scalar(name, in.text());
            case RetakeReader.OCTETS:
                return wideString(in.octets());
            case RetakeReader.INTEGER:
            case RetakeReader.NUMBER:
                return box(name);
            case RetakeReader.ARRAY:
                return elements(name, (int) in.value);
            case RetakeReader.MAP:
                return fields(name, (int) in.value);
            default:
                throw new IllegalArgumentException("an unknown body of ".concat(name));
        }
    }

    private Object scalar(String name, String text) throws Exception {
        if (name.equals("java.lang.Class")) {
            return load(text, loader);
        }
        Class<?> type = load(name, loader);
        if (type.isEnum()) {
            return constant(type, text);
        }
        return RetakeScalars.build(name, text);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Object constant(Class<?> type, String name) {
        return Enum.valueOf((Class) type, name);
    }

    private static String wideString(byte[] units) {
        char[] chars = new char[units.length / 2];
        for (int i = 0; i < chars.length; i++) {
            chars[i] = (char) (units[2 * i] << 8 | units[2 * i + 1] & 0xff);
        }
        return new String(chars);
    }

    private Object box(String name) {
        switch (name) {
            case "java.lang.Long":
                return in.value;
            case "java.lang.Short":
                return (short) in.value;
            case "java.lang.Byte":
                return (byte) in.value;
            case "java.lang.Character":
                return (char) in.value;
            case "java.lang.Float":
                return (float) in.number;
            default:
                throw new IllegalArgumentException("an unknown number ".concat(name));
        }
    }

    private void keep(Object object) {
        if (count == objects.length) {
            Object[] more = new Object[Math.max(8, count * 2)];
            System.arraycopy(objects, 0, more, 0, count);
            objects = more;
        }
        objects[count++] = object;
    }

    private Object elements(String name, int length) throws Exception {
        Class<?> type = load(name, loader);
        if (type.isArray()) {
            Object array = Array.newInstance(type.getComponentType(), length);
            keep(array);
            char element = RetakeShape.character(type.getComponentType());
            for (int i = 0; i < length; i++) {
                Array.set(array, i, value(element));
            }
            return array;
        }
        if (java.util.Map.class.isAssignableFrom(type)) {
            java.util.Map<Object, Object> map = emptyMap(type);
            Object seen = seen(type, map);
            keep(seen);
            java.util.ArrayList<Object> keys = new java.util.ArrayList<>();
            for (int i = 0; length < 0 ? !in.ended() : i < length; i++) {
                in.expectArray();
                Object key = object();
                keys.add(key);
                map.put(key, object());
            }
            reorder(map, keys);
            return seen;
        }
        java.util.Collection<Object> items = emptyCollection(type);
        Object seen = seen(type, items);
        keep(seen);
        java.util.ArrayList<Object> keys = new java.util.ArrayList<>();
        for (int i = 0; length < 0 ? !in.ended() : i < length; i++) {
            Object item = object();
            keys.add(item);
            items.add(item);
        }
        if (items.getClass() == java.util.HashSet.class) {
            reorder(RetakeShape.UNSAFE.getReference(items, SET_MAP), keys);
        }
        return seen;
    }

    /**
     * A hash map walks in an order that depends on its capacity, which may have been larger than what it holds needs:
     * widens it until it walks as it did.
     */
    private static void reorder(Object built, java.util.ArrayList<Object> keys) {
        if (built.getClass() != java.util.HashMap.class) {
            return;
        }
        @SuppressWarnings("unchecked")
        java.util.HashMap<Object, Object> map = (java.util.HashMap<Object, Object>) built;
        int capacity = 16;
        while (!sameOrder(map, keys) && capacity < 1 << 16) {
            capacity *= 2;
            Object[] values = new Object[keys.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = map.get(keys.get(i));
            }
            map.clear();
            RetakeShape.UNSAFE.putReference(map, TABLE, null);
            RetakeShape.UNSAFE.putInt(map, THRESHOLD, capacity);
            for (int i = 0; i < values.length; i++) {
                map.put(keys.get(i), values[i]);
            }
        }
    }

    private static boolean sameOrder(java.util.HashMap<Object, Object> map, java.util.ArrayList<Object> keys) {
        int i = 0;
        java.util.Iterator<Object> walk = map.keySet().iterator();
        while (walk.hasNext()) {
            if (i >= keys.size() || walk.next() != keys.get(i++)) {
                return false;
            }
        }
        return true;
    }

    @SuppressWarnings("unchecked")
    private static java.util.Map<Object, Object> emptyMap(Class<?> type) {
        try {
            return (java.util.Map<Object, Object>) type.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            // Not public or not to be built empty: one of the JDK's unmodifiable maps.
            return new java.util.LinkedHashMap<>();
        }
    }

    @SuppressWarnings("unchecked")
    private static java.util.Collection<Object> emptyCollection(Class<?> type) {
        try {
            return (java.util.Collection<Object>) type.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            return java.util.Set.class.isAssignableFrom(type)
                    ? new java.util.LinkedHashSet<Object>()
                    : new java.util.ArrayList<Object>();
        }
    }

    /** What the application gets to see: the collection itself, or an unmodifiable view where the original was one. */
    private static Object seen(Class<?> type, Object built) {
        if (type.isInstance(built) || !type.getName().contains("mmutable") && !type.getName().contains("nmodifiable")) {
            return built;
        }
        if (built instanceof java.util.Map) {
            return java.util.Collections.unmodifiableMap((java.util.Map<?, ?>) built);
        }
        if (built instanceof java.util.Set) {
            return java.util.Collections.unmodifiableSet((java.util.Set<?>) built);
        }
        return java.util.Collections.unmodifiableList((java.util.List<?>) built);
    }

    private Object fields(String name, int length) throws Exception {
        if (name.equals("java.net.http.HttpHeaders")) {
            int number = count;
            keep(null);
            in.expectText();
            objects[number] = RetakeHeaders.build(object(), loader);
            return objects[number];
        }
        Class<?> type = load(name, loader);
        if (length == 0 && RetakeOutline.canBeConstructed(type)) {
            Object made = type.getConstructor().newInstance();
            keep(made);
            return made;
        }
        RetakeShape shape = RetakeShape.of(type);
        if (shape.kind != RetakeShape.FIELDS) {
            throw new IllegalArgumentException(name.concat(" cannot be built from fields"));
        }
        Object object = RetakeShape.UNSAFE.allocateInstance(type);
        keep(object);
        for (int i = 0; length < 0 ? !in.ended() : i < length; i++) {
            field(object, shape, in.expectText());
        }
        if (object instanceof Throwable) {
            RetakeShape.UNSAFE.putReference(object, STACK_TRACE, new StackTraceElement[0]);
        }
        return object;
    }

    private void field(Object object, RetakeShape shape, String name) throws Exception {
        for (int i = 0; i < shape.names.length; i++) {
            if (shape.names[i].equals(name)) {
                Object value = value(shape.types[i]);
                // Unsafe does not check, and an object of the wrong class in a field ends the process.
                if (value != null && shape.types[i] == 'L' && !shape.fieldTypes[i].isInstance(value)) {
                    throw new IllegalArgumentException(new StringBuilder(shape.name).append('.').append(name)
                            .append(" cannot hold a ").append(value.getClass().getName()).toString());
                }
                put(object, shape.offsets[i], shape.types[i], value);
                return;
            }
        }
        throw new IllegalArgumentException(
                new StringBuilder(shape.name).append(" has no field ").append(name).append(" in this build").toString());
    }

    private static void put(Object object, long offset, char type, Object value) {
        Unsafe unsafe = RetakeShape.UNSAFE;
        switch (type) {
            case 'L':
                unsafe.putReference(object, offset, value);
                return;
            case 'Z':
                unsafe.putBoolean(object, offset, (Boolean) value);
                return;
            case 'B':
                unsafe.putByte(object, offset, (Byte) value);
                return;
            case 'C':
                unsafe.putChar(object, offset, (Character) value);
                return;
            case 'S':
                unsafe.putShort(object, offset, (Short) value);
                return;
            case 'I':
                unsafe.putInt(object, offset, (Integer) value);
                return;
            case 'J':
                unsafe.putLong(object, offset, (Long) value);
                return;
            case 'F':
                unsafe.putFloat(object, offset, (Float) value);
                return;
            default:
                unsafe.putDouble(object, offset, (Double) value);
        }
    }

    /** Gives a constructed object the recorded fields. */
    static void copyFields(Object from, Object to) {
        if (from.getClass() != to.getClass()) {
            throw new IllegalArgumentException("the recorded object is of another class");
        }
        RetakeShape shape = RetakeShape.of(from.getClass());
        if (shape.kind != RetakeShape.FIELDS) {
            throw new IllegalArgumentException("fields of ".concat(shape.name).concat(" are not recorded"));
        }
        Unsafe unsafe = RetakeShape.UNSAFE;
        for (int i = 0; i < shape.offsets.length; i++) {
            long offset = shape.offsets[i];
            switch (shape.types[i]) {
                case 'L':
                    unsafe.putReference(to, offset, unsafe.getReference(from, offset));
                    break;
                case 'Z':
                case 'B':
                    unsafe.putByte(to, offset, unsafe.getByte(from, offset));
                    break;
                case 'C':
                case 'S':
                    unsafe.putShort(to, offset, unsafe.getShort(from, offset));
                    break;
                case 'I':
                case 'F':
                    unsafe.putInt(to, offset, unsafe.getInt(from, offset));
                    break;
                default:
                    unsafe.putLong(to, offset, unsafe.getLong(from, offset));
            }
        }
    }

    static Class<?> load(String name, ClassLoader loader) throws ClassNotFoundException {
        switch (name) {
            case "int":
                return int.class;
            case "long":
                return long.class;
            case "boolean":
                return boolean.class;
            case "double":
                return double.class;
            case "float":
                return float.class;
            case "char":
                return char.class;
            case "byte":
                return byte.class;
            case "short":
                return short.class;
            case "void":
                return void.class;
            default:
                return Class.forName(name, false, loader == null ? ClassLoader.getSystemClassLoader() : loader);
        }
    }
}
