package handles;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A service whose answers come through streams, iterators and futures; and, on its own, what it asks. */
public final class Handles {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static Path file;
    private static String other;

    private Handles() {}

    private interface Operation {
        String answer() throws Exception;
    }

    public static void main(String[] arguments) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])), 0);
        server.setExecutor(Executors.newFixedThreadPool(4));
        if (arguments.length == 1) {
            serve(server, "/lines", () -> "one\ntwo\nthree " + System.nanoTime() + "\n");
        } else {
            file = Path.of(arguments[1]);
            other = arguments[2];
            operations(server);
        }
        server.start();
        System.out.println("handles ready on http://127.0.0.1:" + server.getAddress().getPort());
    }

    private static void operations(HttpServer server) {
        serve(server, "/file", Handles::file);
        serve(server, "/byte", Handles::bytewise);
        serve(server, "/part", Handles::part);
        serve(server, "/skip", Handles::skip);
        serve(server, "/all", Handles::all);
        serve(server, "/transfer", Handles::transfer);
        serve(server, "/missing", Handles::missing);
        serve(server, "/url", Handles::url);
        serve(server, "/body", Handles::body);
        serve(server, "/async", Handles::async);
        serve(server, "/two", Handles::two);
        serve(server, "/refused", Handles::refused);
        serve(server, "/directory", Handles::directory);
        serve(server, "/stream", Handles::stream);
        serve(server, "/stream-part", Handles::streamPart);
        serve(server, "/list", Handles::list);
        serve(server, "/walk", Handles::walk);
        serve(server, "/find", Handles::find);
        serve(server, "/reader", Handles::reader);
        serve(server, "/old", Handles::old);
        serve(server, "/old-reader", Handles::oldReader);
        serve(server, "/old-missing", Handles::oldMissing);
        serve(server, "/write", Handles::write);
        serve(server, "/writer", Handles::writer);
        serve(server, "/old-write", Handles::oldWrite);
        serve(server, "/post", Handles::post);
    }

    private static void serve(HttpServer server, String path, Operation operation) {
        server.createContext(path, exchange -> answer(exchange, operation));
    }

    private static void answer(HttpExchange exchange, Operation operation) throws IOException {
        byte[] body;
        try {
            body = operation.answer().getBytes(StandardCharsets.UTF_8);
        } catch (Exception e) {
            body = ("failed: " + e).getBytes(StandardCharsets.UTF_8);
        }
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static String text(InputStream in) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] part = new byte[7];
        for (int count = in.read(part, 2, 5); count >= 0; count = in.read(part, 2, 5)) {
            all.write(part, 2, count);
        }
        return all.toString(StandardCharsets.UTF_8);
    }

    static long copy(InputStream in, OutputStream to) throws IOException {
        byte[] all = text(in).getBytes(StandardCharsets.UTF_8);
        to.write(all);
        return all.length;
    }

    private static String file() throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return "file " + text(in);
        }
    }

    private static String bytewise() throws IOException {
        int sum = 0;
        try (InputStream in = Files.newInputStream(file)) {
            for (int one = in.read(); one >= 0; one = in.read()) {
                sum = 31 * sum + one;
            }
        }
        return "sum " + sum;
    }

    /** Nobody reads the rest. */
    private static String part() throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return "part " + new String(in.readNBytes(3), StandardCharsets.UTF_8);
        }
    }

    private static String skip() throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            in.skip(4);
            return "skipped " + text(in);
        }
    }

    private static String all() throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return "all " + new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String transfer() throws IOException {
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        try (InputStream in = Files.newInputStream(file)) {
            return in.transferTo(to) + " " + to.toString(StandardCharsets.UTF_8);
        }
    }

    private static String missing() throws IOException {
        try (InputStream in = Files.newInputStream(file.resolveSibling("missing"))) {
            return text(in);
        }
    }

    private static String url() throws IOException {
        try (InputStream in = new java.net.URL(other + "/lines").openStream()) {
            return "url " + text(in);
        }
    }

    private static HttpRequest lines() {
        return HttpRequest.newBuilder(URI.create(other + "/lines")).build();
    }

    private static String body() throws Exception {
        try (InputStream in = CLIENT.send(lines(), BodyHandlers.ofInputStream()).body()) {
            return "body " + text(in);
        }
    }

    private static String async() {
        return "async " + CLIENT.sendAsync(lines(), BodyHandlers.ofString()).join().body();
    }

    private static String two() throws Exception {
        CompletableFuture<Integer> first = CLIENT.sendAsync(lines(), BodyHandlers.ofString()).thenApply(r -> r.hashCode() & 1);
        CompletableFuture<String> second = CLIENT.sendAsync(lines(), BodyHandlers.ofString()).thenApply(r -> "second ");
        return second.thenCombine(first, (text, bit) -> text + (bit < 2)).get();
    }

    private static String refused() {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:1/")).build();
        try {
            return CLIENT.sendAsync(request, BodyHandlers.ofString()).join().body();
        } catch (CompletionException e) {
            return "refused " + e.getCause().getClass().getName();
        }
    }

    private static String stream() throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return "stream " + lines.map(String::toUpperCase).collect(Collectors.joining("|"));
        }
    }

    private static String streamPart() throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return "stream part " + lines.filter(line -> line.contains("e")).findFirst().orElse("none");
        }
    }

    private static String list() throws IOException {
        try (Stream<Path> found = Files.list(file.getParent())) {
            return "list " + names(found);
        }
    }

    /** A stream that has stages already, and something to be done when it is closed. */
    private static String walk() throws IOException {
        try (Stream<Path> found = Files.walk(file.getParent(), 1)) {
            return "walk " + names(found);
        }
    }

    private static String find() throws IOException {
        try (Stream<Path> found = Files.find(file.getParent(), 1, (path, is) -> path.endsWith("b.handles"))) {
            return "find " + found.findFirst().map(path -> path.getFileName().toString()).orElse("none");
        }
    }

    private static String names(Stream<Path> found) {
        return found.map(path -> path.getFileName().toString()).filter(name -> name.endsWith(".handles")).sorted()
                .collect(Collectors.joining(" "));
    }

    private static String reader() throws IOException {
        try (BufferedReader in = Files.newBufferedReader(file)) {
            in.readLine();
            return "reader " + in.readLine() + " " + in.readLine();
        }
    }

    private static String old() throws IOException {
        try (InputStream in = new FileInputStream(file.toFile())) {
            return "old " + in.available() + " " + (char) in.read() + text(in);
        }
    }

    private static String oldReader() throws IOException {
        try (BufferedReader in = new BufferedReader(new FileReader(file.toFile(), StandardCharsets.UTF_8))) {
            return "old reader " + in.readLine();
        }
    }

    private static String oldMissing() throws IOException {
        try (InputStream in = new FileInputStream(file + ".missing")) {
            return text(in);
        }
    }

    private static String write() throws IOException {
        Path to = file.resolveSibling("out.written");
        try (OutputStream out = Files.newOutputStream(to)) {
            out.write('a');
            out.write(("bc " + System.nanoTime()).getBytes(StandardCharsets.UTF_8));
        }
        return "written";
    }

    private static String writer() throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file.resolveSibling("writer.written"))) {
            out.write("grüße " + System.nanoTime());
            out.newLine();
        }
        return "written by a writer";
    }

    private static String oldWrite() throws IOException {
        try (PrintWriter out = new PrintWriter(new FileOutputStream(file.resolveSibling("old.written").toFile()))) {
            out.println("old " + System.nanoTime());
        }
        return "written as ever";
    }

    private static String post() throws IOException {
        HttpURLConnection connection = (HttpURLConnection) new java.net.URL(other + "/lines").openConnection();
        connection.setDoOutput(true);
        try (OutputStream out = connection.getOutputStream()) {
            out.write("posted".getBytes(StandardCharsets.UTF_8));
        }
        try (InputStream in = connection.getInputStream()) {
            return "post " + connection.getResponseCode() + " " + text(in);
        }
    }

    private static String directory() throws IOException {
        TreeSet<String> names = new TreeSet<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(file.getParent(), "*.handles")) {
            for (Iterator<Path> each = all.iterator(); each.hasNext();) {
                names.add(each.next().getFileName().toString());
            }
        }
        return "directory " + names;
    }
}
