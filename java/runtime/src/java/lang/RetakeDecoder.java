package java.lang;

import java.lang.reflect.Array;
import jdk.internal.misc.Unsafe;

/** Builds values again from what was recorded. */
final class RetakeDecoder {
    private static final long STACK_TRACE = offset(Throwable.class, "stackTrace");
    private static final long ADDRESS = offset(java.nio.Buffer.class, "address");
    private static final long BYTE_OFFSET = offset(java.nio.ByteBuffer.class, "offset");
    private static final long CHAR_OFFSET = offset(java.nio.CharBuffer.class, "offset");

    static long offset(Class<?> type, String field) {
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
    /** The number of the collection that is about to be built with what belongs to it. */
    private int labelled;

    /** The trace that the values are for. */
    private final RetakeTrace trace;

    RetakeDecoder(byte[] bytes, int at, ClassLoader loader, Object[] objects, RetakeTrace trace) {
        this.in = new RetakeReader(bytes, at);
        this.loader = loader;
        this.objects = objects;
        this.count = objects.length;
        this.trace = trace;
    }

    /** Reads values from among other things. */
    RetakeDecoder(RetakeReader in, ClassLoader loader, RetakeTrace trace) {
        this.in = in;
        this.loader = loader;
        this.objects = new Object[8];
        this.trace = trace;
    }

    /** Whether what comes next is nothing. */
    boolean isNothing() {
        return in.isNothing();
    }

    /** How many objects references can name so far. */
    int known() {
        return count;
    }

    /** Names another object from now on by the number of one that was built. */
    void instead(int number, Object object) {
        objects[number] = object;
    }

    /** How many changes follow the answer. */
    int writes() {
        return in.expectArray();
    }

    /** The number of what was asked of the results afterwards; -1 if nothing was. */
    int results() {
        return writes() > 0 ? -1 : in.expectInteger();
    }

    /** What is changed next; the value follows. */
    String written() {
        in.expectArray();
        return in.expectText();
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
                    Object known = objects[in.expectInteger()];
                    if (known == null) {
                        throw new IllegalArgumentException("an object is part of something that it is made from");
                    }
                    return known;
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
            if (!boot && trace != null) {
                trace.numbered(id);
            }
            return RetakeDouble.create(id, boot, in.expectText(), loader, trace);
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
                return name.equals("java.lang.String")
                        ? wideString(in.octets())
                        : RetakeBytes.build(load(name, loader), in.octets());
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
        if (type == byte[].class || RetakeKinds.changes(name)) {
            int number = count;
            keep(null);
            int item = in.next();
            objects[number] = item == RetakeReader.TEXT
                    ? RetakeScalars.build(name, in.text())
                    : type == byte[].class ? in.octets() : RetakeBytes.build(type, in.octets());
            return objects[number];
        }
        if (type.isArray()) {
            Object array = Array.newInstance(type.getComponentType(), length);
            keep(array);
            char element = RetakeShape.character(type.getComponentType());
            for (int i = 0; i < length; i++) {
                Array.set(array, i, value(element));
            }
            return array;
        }
        return collection(type, length, null, null);
    }

    /** Builds a collection of the elements that follow; a label names what else belongs to it. */
    private Object collection(Class<?> type, int length, String label, Object setting) throws Exception {
        RetakeCollections built = new RetakeCollections(type, label, setting);
        int number = count;
        if (label == null) {
            keep(built.seen());
        } else {
            // Its number was taken before what belongs to it was read.
            number = labelled;
            objects[number] = built.seen();
        }
        boolean map = java.util.Map.class.isAssignableFrom(type);
        for (int i = 0; length < 0 ? !in.ended() : i < length; i++) {
            if (map) {
                in.expectArray();
                Object key = object();
                built.add(key, object());
            } else {
                built.add(object(), null);
            }
        }
        objects[number] = built.finish();
        return objects[number];
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
        if (type == java.lang.reflect.Proxy.class) {
            return proxy();
        }
        if (RetakeKinds.isAnswered(name)) {
            RetakeAnswered parts = new RetakeAnswered(name);
            Object answered = java.lang.reflect.Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, parts);
            keep(answered);
            for (int i = 0; length < 0 ? !in.ended() : i < length; i++) {
                parts.put(in.expectText(), object());
            }
            return answered;
        }
        RetakeShape shape = RetakeShape.of(type);
        if (shape.kind == RetakeShape.WRAPPED) {
            return wrapped(name);
        }
        if (shape.viewed != 0) {
            shape = shape.byFields();
        }
        if (shape.kind == RetakeShape.COLLECTION || shape.kind == RetakeShape.MAP) {
            int number = count;
            keep(null);
            String label = in.expectText();
            Object setting = object();
            in.expectText();
            labelled = number;
            return collection(type, in.expectArray(), label, setting);
        }
        if (shape.kind != RetakeShape.FIELDS) {
            throw new IllegalArgumentException(name.concat(" cannot be built from fields"));
        }
        if (length == 0 && shape.names.length == 0) {
            Object only = RetakeSingletons.of(type);
            if (only != null) {
                keep(only);
                return only;
            }
        }
        int number = count;
        Object object = RetakeShape.UNSAFE.allocateInstance(type);
        keep(object);
        for (int i = 0; length < 0 ? !in.ended() : i < length; i++) {
            field(object, shape, in.expectText());
        }
        if (object instanceof Throwable) {
            RetakeShape.UNSAFE.putReference(object, STACK_TRACE, new StackTraceElement[0]);
        } else if (object instanceof java.nio.Buffer) {
            address((java.nio.Buffer) object);
        } else if (object instanceof java.lang.invoke.SerializedLambda) {
            java.lang.reflect.Method resolve = type.getDeclaredMethod("readResolve");
            resolve.setAccessible(true);
            objects[number] = resolve.invoke(object);
            return objects[number];
        }
        return object;
    }

    /** Tells a buffer on the heap where its elements begin in this process. */
    private static void address(java.nio.Buffer buffer) {
        boolean bytes = buffer instanceof java.nio.ByteBuffer;
        java.nio.Buffer other = bytes ? java.nio.ByteBuffer.allocate(0) : java.nio.CharBuffer.allocate(0);
        long first = RetakeShape.UNSAFE.getInt(buffer, bytes ? BYTE_OFFSET : CHAR_OFFSET);
        long base = RetakeShape.UNSAFE.getLong(other, ADDRESS);
        RetakeShape.UNSAFE.putLong(buffer, ADDRESS, base + (bytes ? first : 2 * first));
    }

    private Object wrapped(String name) throws Exception {
        int number = count;
        keep(null);
        in.expectText();
        Object stream = object();
        in.expectText();
        String charset = in.expectText();
        in.expectText();
        in.next();
        objects[number] = RetakeWrapped.build(name, stream, charset, in.value != 0);
        return objects[number];
    }

    private Object proxy() throws Exception {
        int number = count;
        keep(null);
        in.expectText();
        Class<?>[] faces = new Class<?>[in.expectArray()];
        for (int i = 0; i < faces.length; i++) {
            faces[i] = load(in.expectText(), loader);
        }
        in.expectText();
        java.lang.reflect.InvocationHandler handler = (java.lang.reflect.InvocationHandler) object();
        ClassLoader from = loader == null ? ClassLoader.getSystemClassLoader() : loader;
        objects[number] = java.lang.reflect.Proxy.newProxyInstance(from, faces, handler);
        return objects[number];
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
