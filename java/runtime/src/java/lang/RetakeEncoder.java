package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/** Copies values into a buffer. One for each branch of a trace; used by one thread at a time. */
final class RetakeEncoder {
    private static final int DEEPEST = 120;
    /** One value may take this much; what is larger is named and cut there, so that no request waits for it. */
    static final int LARGEST = 2 << 20;
    private static final String TOO_LARGE = "larger than 2 MiB";

    private final RetakeBuffer out;
    private final RetakeTrace trace;
    private int start;
    /** What is being copied. */
    private Object whole;
    /** Whether the value is cut: nothing that follows is looked at. */
    private boolean full;
    /** Whether the application is about to get what is copied. */
    private boolean answering;

    private final RetakeSeen seen = new RetakeSeen();
    /** The shape of the last object that was no field's: the elements of a list are mostly alike. */
    private RetakeShape last = RetakeShape.NONE;

    /** The first thing that could not be copied since {@link #begin}, or null. */
    String opaque;

    RetakeEncoder(RetakeBuffer out, RetakeTrace trace) {
        this.out = out;
        this.trace = trace;
    }

    /** Forgets the objects of the event before. */
    void begin() {
        seen.clear();
        opaque = null;
    }

    /** The objects written since {@link #begin}, by the numbers that references to them use. */
    Object[] objects() {
        return seen.all();
    }

    /** Writes what the application is about to get. */
    void answer(Object value, char type) {
        answering = true;
        try {
            value(value, type);
        } finally {
            answering = false;
        }
    }

    /** Writes a boxed value of a declared type. */
    @DontInline
    void value(Object value, char type) {
        start = out.length;
        full = false;
        switch (type) {
            case 'L':
                // Most are texts.
                if (value instanceof String) {
                    text((String) value);
                } else {
                    whole = value;
                    object(value, 0);
                    whole = null;
                }
                break;
            case Retake.OUTLINE:
                RetakeOutline.write(out, value);
                break;
            case 'Z':
                out.truth((Boolean) value);
                break;
            case 'C':
                out.integer((Character) value);
                break;
            case 'F':
            case 'D':
                out.number(((Number) value).doubleValue());
                break;
            case 'V':
                out.nothing();
                break;
            default:
                out.integer(((Number) value).longValue());
        }
    }

    /** Writes what is in an object now, also if it was written before. */
    void content(Object value) {
        seen.forget(value);
        value(value, 'L');
    }

    private void object(Object value, int depth) {
        if (value == null || full) {
            out.nothing();
            return;
        }
        RetakeShape shape = last;
        if (!shape.fits(value)) {
            last = shape = RetakeShape.ofObject(value);
        }
        object(value, shape, depth);
    }

    @DontInline
    private void object(Object value, RetakeShape shape, int depth) {
        if (out.length - start > LARGEST) {
            full = true;
            opaque(whole.getClass().getName(), TOO_LARGE);
        } else if (shape.kind == RetakeShape.STRING) {
            text((String) value);
        } else if (shape.isPlain && depth < DEEPEST) {
            int number = seen.number(value);
            if (number >= 0) {
                out.tag(29);
                out.integer(number);
                return;
            }
            out.tag(28);
            out.label(shape.opening);
            fields(value, shape, depth);
        } else {
            other(value, shape, depth);
        }
    }

    private void scalar(Object value) {
        boolean written = value instanceof java.math.BigDecimal ? RetakeDecimals.write(out, (java.math.BigDecimal) value)
                : value instanceof java.time.Instant && RetakeInstants.write(out, (java.time.Instant) value);
        if (!written) {
            text(RetakeScalars.text(value));
        }
    }

    /** Writes what is neither text nor an object with nothing but fields. */
    @DontInline
    private void other(Object value, RetakeShape shape, int depth) {
        RetakeWrapped wrapped = null;
        switch (shape.kind) {
            case RetakeShape.PLAIN_BOX:
                if (value instanceof Integer) {
                    out.integer((Integer) value);
                } else if (value instanceof Boolean) {
                    out.truth((Boolean) value);
                } else {
                    out.number((Double) value);
                }
                return;
            case RetakeShape.BOX:
                open(shape);
                if (value instanceof Character) {
                    out.integer((Character) value);
                } else if (value instanceof Float) {
                    out.number((Float) value);
                } else {
                    out.integer(((Number) value).longValue());
                }
                return;
            case RetakeShape.ENUM:
                open(shape);
                out.name(((Enum<?>) value).name());
                return;
            case RetakeShape.CLASS:
                open(shape);
                out.name(((Class<?>) value).getName());
                return;
            case RetakeShape.SCALAR:
                if (shape.changes && depth > 0) {
                    if (again(value, shape)) {
                        return;
                    }
                } else {
                    open(shape);
                }
                scalar(value);
                return;
            case RetakeShape.HANDLE:
                if (answering && !shape.given) {
                    RetakeHandles.give(shape, trace);
                }
                if (!answering && RetakeLarge.isMade(value, shape) && RetakeDouble.of(value) == null) {
                    large(value, shape);
                    return;
                }
                handle(value, shape.name);
                return;
            case RetakeShape.STREAM:
                stream(value, shape);
                return;
            case RetakeShape.WRAPPED:
                if (answering) {
                    wrapped = RetakeWrapped.of(value);
                }
                if (!answering || wrapped == null) {
                    opaque(shape.name, shape.reason);
                    return;
                }
                break;
            case RetakeShape.OPAQUE:
                opaque(shape.name, shape.reason);
                return;
            case RetakeShape.BYTES:
                bytes(value, shape, depth);
                return;
            case RetakeShape.LAZY:
                lazy(value, shape, depth);
                return;
            default:
        }
        if (value instanceof byte[]) {
            byte[] octets = (byte[]) value;
            if (octets.length > LARGEST) {
                opaque("[B", TOO_LARGE);
            } else if (depth == 0 || !again(value, shape)) {
                out.octets(octets, 0, octets.length);
            }
            return;
        }
        if (shape.viewed != 0 && !isPlain(value, shape)) {
            // To walk through it would run somebody's code.
            shape = shape.byFields();
        }
        if (shape.loaded != 0 && !RetakeShape.UNSAFE.getBoolean(value, shape.loaded)) {
            opaque(shape.name, "a collection that is not loaded");
            return;
        }
        int number = seen.number(value);
        if (number >= 0) {
            out.tag(29);
            out.integer(number);
            return;
        }
        // What follows is composite and takes a number even if it is left out, or the numbers of replay would differ.
        out.tag(28);
        if (depth >= DEEPEST) {
            typed(shape.name);
            out.array(0);
            note(shape.name, "nested more than 120 deep");
            return;
        }
        if (shape.kind == RetakeShape.LAMBDA) {
            lambda(value, shape, depth);
            return;
        }
        open(shape);
        switch (shape.kind) {
            case RetakeShape.ARRAY:
                array(value, depth);
                break;
            case RetakeShape.COLLECTION:
            case RetakeShape.MAP:
                collection(value, shape, depth);
                break;
            case RetakeShape.PROXY:
                proxy(value, shape, depth);
                break;
            case RetakeShape.WRAPPED:
                wrapped(wrapped, shape, depth);
                break;
            case RetakeShape.DESCRIBED:
                described(value, shape, depth);
                break;
            default:
                fields(value, shape, depth);
        }
    }

    /**
     * Begins something that one string or one array of bytes says and that may change, where others may hold it too: it is
     * the one element of itself, so that references can name it. Tells whether it was written before.
     */
    private boolean again(Object value, RetakeShape shape) {
        int number = seen.number(value);
        if (number >= 0) {
            out.tag(29);
            out.integer(number);
            return true;
        }
        out.tag(28);
        open(shape);
        out.array(1);
        return false;
    }

    private void open(RetakeShape shape) {
        out.label(shape.opening);
    }

    /** Writes what is in a large text, or in large bytes, that the application made. */
    private void large(Object value, RetakeShape shape) {
        Object content = RetakeLarge.content(value, shape);
        if (content instanceof String) {
            typed(shape.name);
            text((String) content);
        } else if (content instanceof byte[]) {
            typed(shape.name);
            out.octets((byte[]) content, 0, ((byte[]) content).length);
        } else {
            opaque(shape.name, "the application made it, and it does not tell what is in it");
        }
    }

    private void typed(String name) {
        out.tag(27);
        out.array(2);
        out.name(name);
    }

    @DontInline
    private void text(String text) {
        if (text.length() > LARGEST) {
            opaque("java.lang.String", TOO_LARGE);
            return;
        }
        if (out.text(text)) {
            return;
        }
        typed("java.lang.String");
        byte[] units = new byte[text.length() * 2];
        for (int i = 0; i < text.length(); i++) {
            units[2 * i] = (byte) (text.charAt(i) >> 8);
            units[2 * i + 1] = (byte) text.charAt(i);
        }
        out.octets(units, 0, units.length);
    }

    void handle(Object value, String type) {
        typed("@handle");
        RetakeHandles.write(out, value, type, trace);
    }

    /** Something passes through it, which is followed from where the application got it. */
    private void stream(Object value, RetakeShape shape) {
        if (!answering && !RetakeHandles.isKnown(value, trace)) {
            opaque(shape.type.getName(), shape.reason);
            return;
        }
        typed("@handle");
        boolean anew = answering && !trace.boot && !Retake.replay && shape.stream == RetakeStream.PUBLISHER;
        RetakeHandle handle = RetakeHandles.writeKnown(out, value, shape.name, trace, anew);
        if (answering && handle != null) {
            RetakeStreams.follow(value, shape, handle, trace);
        }
    }

    private void opaque(String name, String reason) {
        typed("@opaque");
        out.array(2);
        out.name(name);
        out.name(reason);
        note(name, reason);
    }

    private void note(String name, String reason) {
        if (opaque == null) {
            opaque = new StringBuilder(name).append(": ").append(reason).toString();
        }
    }

    private void fields(Object value, RetakeShape shape, int depth) {
        Unsafe unsafe = RetakeShape.UNSAFE;
        if (shape.interceptor != 0 && RetakeLazy.isPartial(unsafe.getReference(value, shape.interceptor))) {
            note(shape.name, "an entity with attributes that are not loaded");
        }
        char[] types = shape.types;
        int at = out.length;
        byte[] to = out.room(at, shape.room);
        for (int i = 0; i < types.length; i++) {
            at = RetakeBuffer.label(to, at, shape.labels[i]);
            long offset = shape.offsets[i];
            switch (types[i]) {
                case 'L':
                    Object part = unsafe.getReference(value, offset);
                    if (part == null || full) {
                        at = RetakeBuffer.nothing(to, at);
                        break;
                    }
                    out.length = at;
                    if (part.getClass() == String.class) {
                        text((String) part);
                    } else if (shape.spared != null && shape.isSpared(offset)) {
                        spared(part, depth + 1);
                    } else {
                        object(part, shape.of(i, part), depth + 1);
                    }
                    at = out.length;
                    to = out.room(at, shape.room);
                    break;
                case 'I':
                    at = RetakeBuffer.integer(to, at, unsafe.getInt(value, offset));
                    break;
                case 'J':
                    at = RetakeBuffer.integer(to, at, unsafe.getLong(value, offset));
                    break;
                case 'Z':
                    at = RetakeBuffer.truth(to, at, unsafe.getBoolean(value, offset));
                    break;
                case 'D':
                    at = RetakeBuffer.number(to, at, unsafe.getDouble(value, offset));
                    break;
                case 'F':
                    at = RetakeBuffer.number(to, at, unsafe.getFloat(value, offset));
                    break;
                case 'C':
                    at = RetakeBuffer.integer(to, at, unsafe.getChar(value, offset));
                    break;
                case 'S':
                    at = RetakeBuffer.integer(to, at, unsafe.getShort(value, offset));
                    break;
                default:
                    at = RetakeBuffer.integer(to, at, unsafe.getByte(value, offset));
            }
        }
        out.length = at;
    }

    /** Writes what can be done without: nothing, if any part of it cannot be copied. */
    private void spared(Object value, int depth) {
        String before = opaque;
        int length = out.length;
        int known = seen.count();
        opaque = null;
        object(value, depth);
        if (opaque != null && !full) {
            out.length = length;
            out.nothing();
            seen.cut(known);
            opaque = null;
        }
        if (before != null) {
            opaque = before;
        }
    }

    private void array(Object value, int depth) {
        if (value instanceof Object[]) {
            Object[] items = (Object[]) value;
            // Of a cut array every element still takes its place.
            if (items.length > LARGEST) {
                out.array(0);
                note(value.getClass().getName(), TOO_LARGE);
                return;
            }
            out.array(items.length);
            for (Object item : items) {
                object(item, depth + 1);
            }
            return;
        }
        int length = java.lang.reflect.Array.getLength(value);
        if (length > LARGEST / 8) {
            out.array(0);
            note(value.getClass().getName(), TOO_LARGE);
            return;
        }
        out.array(length);
        for (int i = 0; i < length; i++) {
            if (value instanceof int[]) {
                out.integer(((int[]) value)[i]);
            } else if (value instanceof long[]) {
                out.integer(((long[]) value)[i]);
            } else if (value instanceof double[]) {
                out.number(((double[]) value)[i]);
            } else if (value instanceof float[]) {
                out.number(((float[]) value)[i]);
            } else if (value instanceof char[]) {
                out.integer(((char[]) value)[i]);
            } else if (value instanceof short[]) {
                out.integer(((short[]) value)[i]);
            } else {
                out.truth(((boolean[]) value)[i]);
            }
        }
    }

    /** Whether a view, and what it shows, can be walked through without running anybody's code. */
    private static boolean isPlain(Object view, RetakeShape shape) {
        Object shown = view;
        while (shape.viewed != 0) {
            shown = RetakeShape.UNSAFE.getReference(shown, shape.viewed);
            if (shown == null) {
                return false;
            }
            shape = RetakeShape.of(shown.getClass());
        }
        return shape.kind == RetakeShape.COLLECTION || shape.kind == RetakeShape.MAP;
    }

    /** The elements; with what else belongs to the collection, if there is more. */
    private void collection(Object value, RetakeShape shape, int depth) {
        String label = RetakeCollections.label(value);
        if (label != null) {
            out.map(2);
            out.name(label);
            object(RetakeCollections.setting(value), depth + 1);
            out.name(RetakeCollections.ELEMENTS);
        }
        out.open(false);
        if (shape.kind == RetakeShape.MAP) {
            pairs((java.util.Map<?, ?>) value, depth);
        } else {
            java.util.Iterator<?> items = ((java.util.Collection<?>) value).iterator();
            while (!full && items.hasNext()) {
                object(items.next(), depth + 1);
            }
        }
        out.end();
    }

    private void pairs(java.util.Map<?, ?> value, int depth) {
        java.util.Iterator<? extends java.util.Map.Entry<?, ?>> entries = value.entrySet().iterator();
        while (!full && entries.hasNext()) {
            java.util.Map.Entry<?, ?> entry = entries.next();
            out.array(2);
            object(entry.getKey(), depth + 1);
            object(entry.getValue(), depth + 1);
        }
    }

    private void bytes(Object value, RetakeShape shape, int depth) {
        byte[] octets;
        try {
            octets = RetakeBytes.of(value);
        } catch (Exception e) {
            opaque(shape.name, "its own library could not write it");
            return;
        }
        if (octets.length > LARGEST) {
            opaque(shape.name, TOO_LARGE);
            return;
        }
        if (shape.changes && depth > 0) {
            if (again(value, shape)) {
                return;
            }
        } else {
            open(shape);
        }
        out.octets(octets, 0, octets.length);
    }

    /** Writes the entity that a proxy stands for in its place. */
    private void lazy(Object value, RetakeShape shape, int depth) {
        Object target = null;
        try {
            target = RetakeLazy.target(value);
        } catch (Exception e) {
            // Then nothing is known of it.
        }
        if (target == null) {
            opaque(shape.name, "an entity that is not loaded");
        } else {
            object(target, depth + 1);
        }
    }

    private void wrapped(RetakeWrapped wrapped, RetakeShape shape, int depth) {
        out.label(shape.labels[0]);
        object(wrapped.stream, depth + 1);
        out.label(shape.labels[1]);
        out.name(wrapped.charset);
        out.label(shape.labels[2]);
        out.truth(wrapped.strict);
    }

    private void proxy(Object value, RetakeShape shape, int depth) {
        Class<?>[] faces = value.getClass().getInterfaces();
        out.label(shape.labels[0]);
        out.array(faces.length);
        for (Class<?> face : faces) {
            out.name(face.getName());
        }
        out.label(shape.labels[1]);
        object(java.lang.reflect.Proxy.getInvocationHandler(value), depth + 1);
    }

    /** Writes what serialisation would write of a lambda: where it was made and what it caught. */
    private void lambda(Object value, RetakeShape shape, int depth) {
        Object form;
        try {
            form = shape.accessors[0].invoke(value);
        } catch (Exception e) {
            form = null;
        }
        if (!(form instanceof java.lang.invoke.SerializedLambda)) {
            typed(shape.name);
            out.map(0);
            note(shape.name, "a lambda that is not serialisable");
            return;
        }
        RetakeShape fields = RetakeShape.of(form.getClass());
        open(fields);
        fields(form, fields, depth);
    }

    private void described(Object value, RetakeShape shape, int depth) {
        for (int i = 0; i < shape.labels.length; i++) {
            out.label(shape.labels[i]);
            Object part;
            try {
                part = shape.accessors[i].invoke(value);
            } catch (Exception e) {
                opaque(shape.name, "an accessor failed");
                continue;
            }
            object(part, depth + 1);
        }
    }
}
