package sample;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

class Outputs {
    void written(Writer out) throws IOException {
        out.write(String.valueOf(System.nanoTime()));
    }

    void sent(OutputStream out) throws IOException {
        out.write((int) System.nanoTime());
    }

    void channelled(WritableByteChannel out) throws IOException {
        out.write(ByteBuffer.allocate(8).putLong(System.nanoTime()));
    }

    // Kept in memory and thrown away.
    void kept() throws IOException {
        StringWriter text = new StringWriter();
        text.write(String.valueOf(System.nanoTime()));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write((int) System.nanoTime());
    }

    // The console is for people.
    void printed() {
        System.out.println(System.nanoTime());
    }
}
