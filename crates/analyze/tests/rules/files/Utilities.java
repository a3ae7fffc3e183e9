package sample;

import cn.hutool.core.io.FileUtil;
import com.google.common.io.Files;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.commons.io.FileUtils;
import org.apache.commons.io.FilenameUtils;
import org.springframework.util.FileCopyUtils;
import org.springframework.util.FileSystemUtils;

class Utilities {
    String commons(File file) throws IOException {
        return FileUtils.readFileToString(file, StandardCharsets.UTF_8);
    }

    void commonsWrite(File file, String text) throws IOException {
        FileUtils.writeStringToFile(file, text, StandardCharsets.UTF_8);
    }

    String commonsSize(long size) {
        return FileUtils.byteCountToDisplaySize(size);
    }

    String extension(String name) {
        return FilenameUtils.getExtension(name);
    }

    String guava(File file) throws IOException {
        return Files.asCharSource(file, StandardCharsets.UTF_8).read();
    }

    void guavaMove(File from, File to) throws IOException {
        Files.move(from, to);
    }

    String guavaName(String path) {
        return Files.getNameWithoutExtension(path);
    }

    String hutool(File file) {
        return FileUtil.readUtf8String(file);
    }

    void hutoolDelete(File file) {
        FileUtil.del(file);
    }

    String hutoolName(File file) {
        return FileUtil.getName(file);
    }

    byte[] spring(File file) throws IOException {
        return FileCopyUtils.copyToByteArray(file);
    }

    void springDelete(File directory) {
        FileSystemUtils.deleteRecursively(directory);
    }

    /** Bytes in memory are no file. */
    byte[] springCopy(byte[] from) throws IOException {
        java.io.ByteArrayOutputStream to = new java.io.ByteArrayOutputStream();
        FileCopyUtils.copy(from, to);
        return to.toByteArray();
    }
}
