package sample;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.zeroturnaround.zip.ZipUtil;
import org.zeroturnaround.zip.commons.FileUtils;

class Archives {
    void unpack(File archive, File directory) {
        ZipUtil.unpack(archive, directory);
    }

    byte[] entry(File archive) {
        return ZipUtil.unpackEntry(archive, "entry");
    }

    void pack(File directory, File archive) {
        ZipUtil.pack(directory, archive);
    }

    /** The application's own code looks at each. */
    List<String> names(File archive) {
        List<String> names = new ArrayList<>();
        ZipUtil.iterate(archive, entry -> names.add(entry.getName()));
        return names;
    }

    String text(File file) throws IOException {
        return FileUtils.readFileToString(file);
    }

    void remove(File directory) throws IOException {
        FileUtils.deleteDirectory(directory);
    }
}
