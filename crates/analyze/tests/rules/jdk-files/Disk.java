package sample;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Scanner;

class Disk {
    boolean exists(File file) {
        return file.exists();
    }

    // Asked and told to nobody.
    void looked(File file) {
        file.exists();
    }

    String name(File file) {
        return file.getName();
    }

    String absolute(File file) {
        return file.getAbsolutePath();
    }

    int count(File dir) {
        return dir.listFiles().length;
    }

    void remove(File file) {
        file.delete();
    }

    String text(Path path) throws IOException {
        return Files.readString(path);
    }

    boolean large(Path path) throws IOException {
        return Files.size(path) > 100;
    }

    long lines(Path path) throws IOException {
        return Files.lines(path).filter(line -> !line.isEmpty()).count();
    }

    void write(Path path, String text) throws IOException {
        Files.writeString(path, text);
    }

    Path temporary() throws IOException {
        return Files.createTempFile("a", "b");
    }

    Path child(Path path) {
        return path.resolve("child");
    }

    int firstByte(File file) throws IOException {
        try (InputStream in = new FileInputStream(file)) {
            return in.read();
        }
    }

    String firstLine(String name) throws IOException {
        try (BufferedReader in = new BufferedReader(new FileReader(name))) {
            return in.readLine();
        }
    }

    String inMemory(String text) throws IOException {
        try (BufferedReader in = new BufferedReader(new StringReader(text))) {
            return in.readLine();
        }
    }

    String scanned(File file) throws IOException {
        return new Scanner(file).nextLine();
    }

    String scannedText(String text) {
        return new Scanner(text).nextLine();
    }

    void append(File file, byte[] bytes) throws IOException {
        try (FileOutputStream out = new FileOutputStream(file, true)) {
            out.write(bytes);
        }
    }

    void print(String name) throws IOException {
        new PrintWriter(name).close();
    }

    long random(File file) throws IOException {
        return new RandomAccessFile(file, "r").length();
    }

    int channel(Path path, ByteBuffer buffer) throws IOException {
        return FileChannel.open(path).read(buffer);
    }
}
