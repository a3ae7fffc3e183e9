package java.lang;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;

/** Readers and writers of the JDK around a stream: the stream is what counts, and how characters become bytes. */
final class RetakeWrapped {
    /** The stream inside; null if there is none, or if it is not known how to find it. */
    final Object stream;
    final String charset;
    /** Whether bytes that are no characters are an error. */
    final boolean strict;

    private RetakeWrapped(Object stream, String charset, boolean strict) {
        this.stream = stream;
        this.charset = charset;
        this.strict = strict;
    }

    static RetakeWrapped of(Object value) {
        Object at = value;
        while (at instanceof java.io.Reader || at instanceof java.io.Writer) {
            boolean reads = at instanceof java.io.Reader;
            Object coder = field(at, reads ? "sd" : "se");
            if (coder != null) {
                Object how = field(coder, reads ? "decoder" : "encoder");
                Charset charset = how == null ? null : reads ? ((CharsetDecoder) how).charset() : ((CharsetEncoder) how).charset();
                Object stream = field(coder, reads ? "in" : "out");
                if (charset == null || stream == null) {
                    return null;
                }
                CodingErrorAction wrong = reads
                        ? ((CharsetDecoder) how).malformedInputAction()
                        : ((CharsetEncoder) how).malformedInputAction();
                return new RetakeWrapped(stream, charset.name(), wrong == CodingErrorAction.REPORT);
            }
            at = field(at, reads ? "in" : "out");
        }
        return null;
    }

    private static Object field(Object object, String name) {
        for (Class<?> c = object.getClass(); c != null && c != java.io.Reader.class && c != java.io.Writer.class; c = c.getSuperclass()) {
            for (java.lang.reflect.Field field : c.getDeclaredFields()) {
                if (field.getName().equals(name) && !field.getType().isPrimitive()) {
                    return RetakeShape.UNSAFE.getReference(object, RetakeShape.UNSAFE.objectFieldOffset(field));
                }
            }
        }
        return null;
    }

    static Object build(String name, Object stream, String charset, boolean strict) {
        Charset known = Charset.forName(charset);
        if (stream instanceof InputStream) {
            CharsetDecoder decoder = known.newDecoder();
            if (!strict) {
                decoder.onMalformedInput(CodingErrorAction.REPLACE).onUnmappableCharacter(CodingErrorAction.REPLACE);
            }
            InputStreamReader reader = new InputStreamReader((InputStream) stream, decoder);
            return name.equals("java.io.BufferedReader") ? new BufferedReader(reader) : reader;
        }
        CharsetEncoder encoder = known.newEncoder();
        if (!strict) {
            encoder.onMalformedInput(CodingErrorAction.REPLACE).onUnmappableCharacter(CodingErrorAction.REPLACE);
        }
        OutputStreamWriter writer = new OutputStreamWriter((OutputStream) stream, encoder);
        if (name.equals("java.io.PrintWriter")) {
            return new java.io.PrintWriter(new BufferedWriter(writer));
        }
        return name.equals("java.io.BufferedWriter") ? new BufferedWriter(writer) : writer;
    }
}
