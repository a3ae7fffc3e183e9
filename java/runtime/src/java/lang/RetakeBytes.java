package java.lang;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;

/** Objects that an array of bytes describes, which their library writes and reads: to those bytes and back. */
final class RetakeBytes {
    private RetakeBytes() {}

    static byte[] of(Object value) throws Exception {
        Class<?> message = RetakeShape.supertype(value.getClass(), RetakeKinds.MESSAGE);
        if (message != null) {
            return (byte[]) message.getMethod("toByteArray").invoke(value);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(bytes);
        out.writeObject(value);
        out.close();
        return bytes.toByteArray();
    }

    static Object build(Class<?> type, byte[] bytes) throws Exception {
        Class<?> message = RetakeShape.supertype(type, RetakeKinds.MESSAGE);
        if (message != null) {
            Object empty = type.getMethod("getDefaultInstance").invoke(null);
            Object parser = message.getMethod("getParserForType").invoke(empty);
            Class<?> parsing = Class.forName("com.google.protobuf.Parser", false, message.getClassLoader());
            return parsing.getMethod("parsePartialFrom", byte[].class).invoke(parser, (Object) bytes);
        }
        return new Input(bytes, type.getClassLoader()).readObject();
    }

    /** Finds classes where the value's own class was found. */
    private static final class Input extends ObjectInputStream {
        private final ClassLoader loader;

        Input(byte[] bytes, ClassLoader loader) throws IOException {
            super(new ByteArrayInputStream(bytes));
            this.loader = loader;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass described) throws IOException, ClassNotFoundException {
            return RetakeDecoder.load(described.getName(), loader);
        }
    }
}
