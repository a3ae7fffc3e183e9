package java.lang;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * What a call at a point changes besides what it gives back. State that outlives a request is not among it: whoever reads
 * that, reads it at a point.
 */
final class RetakeWrites {
    private static final String ARGUMENT = "argument ";
    private static final String FIELD = "field ";

    private RetakeWrites() {}

    /** Writes what is there after the call, as pairs of a number and a value. */
    static void record(RetakeBranch branch, RetakeHook hook, Object self, Object[] args) {
        RetakeBuffer out = branch.out;
        int found = 0;
        for (String to : hook.writes) {
            if (isRecorded(to, self, args)) {
                found++;
            }
        }
        out.array(found);
        for (int i = 0; i < hook.writes.length; i++) {
            String to = hook.writes[i];
            if (!isRecorded(to, self, args)) {
                continue;
            }
            out.array(2);
            out.integer(i);
            branch.encoder.opaque = null;
            if (to.startsWith(ARGUMENT)) {
                branch.encoder.content(args[index(to)]);
            } else {
                branch.encoder.value(field(to, self), 'L');
            }
            if (branch.encoder.opaque != null) {
                branch.trace.incomplete(new StringBuilder("what ").append(hook.name).append(" changed in ").append(to)
                        .append(" could not be copied: ").append(branch.encoder.opaque).toString());
            }
        }
    }

    private static boolean isRecorded(String to, Object self, Object[] args) {
        if (to.startsWith(ARGUMENT)) {
            int index = index(to);
            return index < args.length && args[index] != null;
        }
        return to.startsWith(FIELD) && isScalar(to) && holder(to, self) != null;
    }

    private static int index(String to) {
        return Integer.parseInt(to.substring(ARGUMENT.length()));
    }

    /** Objects behind a field belong to whoever reads them. */
    private static boolean isScalar(String to) {
        String type = to.substring(to.indexOf(':') + 1);
        return type.length() == 1 || type.equals("Ljava/lang/String;");
    }

    /** The type of the object that is called, or above it, that has the field. Fields of arguments go with the arguments. */
    private static Class<?> holder(String to, Object self) {
        String type = to.substring(FIELD.length(), to.lastIndexOf('.', to.indexOf(':')));
        return self == null ? null : RetakeShape.supertype(self.getClass(), type);
    }

    private static long offset(String to, Object self) {
        int colon = to.indexOf(':');
        return RetakeDecoder.offset(holder(to, self), to.substring(to.lastIndexOf('.', colon) + 1, colon));
    }

    private static Object field(String to, Object self) {
        long offset = offset(to, self);
        switch (to.charAt(to.indexOf(':') + 1)) {
            case 'Z':
                return RetakeShape.UNSAFE.getBoolean(self, offset);
            case 'B':
                return (int) RetakeShape.UNSAFE.getByte(self, offset);
            case 'C':
                return (int) RetakeShape.UNSAFE.getChar(self, offset);
            case 'S':
                return (int) RetakeShape.UNSAFE.getShort(self, offset);
            case 'I':
                return RetakeShape.UNSAFE.getInt(self, offset);
            case 'J':
                return RetakeShape.UNSAFE.getLong(self, offset);
            case 'F':
                return RetakeShape.UNSAFE.getFloat(self, offset);
            case 'D':
                return RetakeShape.UNSAFE.getDouble(self, offset);
            default:
                return RetakeShape.UNSAFE.getReference(self, offset);
        }
    }

    /** Makes the recorded changes. */
    static void apply(RetakeDecoder decoder, Object self, Object[] args) throws Exception {
        for (int left = decoder.writes(); left > 0; left--) {
            String to = decoder.written();
            int number = decoder.known();
            Object value = decoder.value('L');
            if (to.startsWith(ARGUMENT)) {
                int index = index(to);
                if (index < args.length && args[index] != null) {
                    restore(args[index], value);
                    // What refers to it further on means the one that the application has.
                    if (decoder.known() > number) {
                        decoder.instead(number, args[index]);
                    }
                }
            } else if (holder(to, self) != null) {
                set(to, self, value);
            }
        }
    }

    private static void set(String to, Object self, Object value) {
        long offset = offset(to, self);
        switch (to.charAt(to.indexOf(':') + 1)) {
            case 'Z':
                RetakeShape.UNSAFE.putByte(self, offset, (byte) ((Boolean) value ? 1 : 0));
                break;
            case 'B':
                RetakeShape.UNSAFE.putByte(self, offset, ((Number) value).byteValue());
                break;
            case 'C':
            case 'S':
                RetakeShape.UNSAFE.putShort(self, offset, ((Number) value).shortValue());
                break;
            case 'I':
                RetakeShape.UNSAFE.putInt(self, offset, ((Number) value).intValue());
                break;
            case 'J':
                RetakeShape.UNSAFE.putLong(self, offset, ((Number) value).longValue());
                break;
            case 'F':
                RetakeShape.UNSAFE.putInt(self, offset, Float.floatToRawIntBits(((Number) value).floatValue()));
                break;
            case 'D':
                RetakeShape.UNSAFE.putLong(self, offset, Double.doubleToRawLongBits(((Number) value).doubleValue()));
                break;
            default:
                RetakeShape.UNSAFE.putReference(self, offset, value);
        }
    }

    /** Makes an object what another is. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private static void restore(Object object, Object as) {
        int kind = RetakeShape.of(object.getClass()).kind;
        if (object.getClass().isArray()) {
            int length = java.lang.reflect.Array.getLength(object);
            if (object.getClass() != as.getClass() || length != java.lang.reflect.Array.getLength(as)) {
                throw new IllegalArgumentException("the recorded array is another");
            }
            System.arraycopy(as, 0, object, 0, length);
        } else if (kind == RetakeShape.MAP) {
            ((Map) object).clear();
            ((Map) object).putAll((Map) as);
        } else if (kind == RetakeShape.COLLECTION) {
            Collection<Object> items = (Collection<Object>) object;
            Object[] recorded = ((Collection<Object>) as).toArray();
            if (object instanceof List && items.size() == recorded.length) {
                // Some lists can be changed and not grow.
                for (int i = 0; i < recorded.length; i++) {
                    ((List<Object>) object).set(i, recorded[i]);
                }
                return;
            }
            items.clear();
            for (Object item : recorded) {
                items.add(item);
            }
        } else {
            RetakeDecoder.copyFields(as, object);
        }
    }
}
