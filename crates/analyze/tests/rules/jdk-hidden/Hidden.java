package sample;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Properties;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

class Hidden {
    // The first line says when.
    String stored(Properties properties) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        properties.store(out, "comment");
        return out.toString();
    }

    // An entry that is not told its time takes this.
    byte[] packed(byte[] content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            ZipEntry entry = new ZipEntry("a");
            zip.putNextEntry(entry);
            zip.write(content);
        }
        return out.toByteArray();
    }

    void loaded(Properties properties, byte[] text) throws IOException {
        properties.load(new java.io.ByteArrayInputStream(text));
    }
}
