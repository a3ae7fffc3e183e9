package java.lang;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;

/** Objects that an array of bytes describes, which their library writes and reads: to those bytes and back. */
final class RetakeBytes {
    private RetakeBytes() {}

    static byte[] of(Object value) throws Exception {
        Class<?> message = RetakeShape.supertype(value.getClass(), RetakeKinds.MESSAGE);
        if (message != null) {
            return (byte[]) message.getMethod("toByteArray").invoke(value);
        }
        Class<?> body = RetakeShape.supertype(value.getClass(), RetakeKinds.REQUEST_BODY);
        if (body != null) {
            return written(body, value);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(bytes);
        out.writeObject(value);
        out.close();
        return bytes.toByteArray();
    }

    /** What a body writes, if it says that it can do so more than once. */
    private static byte[] written(Class<?> type, Object body) throws Exception {
        if (!(Boolean) type.getMethod("repeatable").invoke(body)) {
            throw new IOException("it can be written only once");
        }
        Bounded out = new Bounded();
        type.getMethod("writeTo", OutputStream.class).invoke(body, out);
        return out.toByteArray();
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

    /** Keeps what one value may take, and a little more, so that it is seen to be too much. */
    private static final class Bounded extends ByteArrayOutputStream {
        @Override
        public synchronized void write(int octet) {
            if (count <= RetakeEncoder.LARGEST) {
                super.write(octet);
            }
        }

        @Override
        public synchronized void write(byte[] octets, int at, int length) {
            super.write(octets, at, Math.min(length, Math.max(0, RetakeEncoder.LARGEST + 1 - count)));
        }
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
