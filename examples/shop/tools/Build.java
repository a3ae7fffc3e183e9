import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Builds what is not the service: the load and every variant. Called by build.sh, in one process because a compiler
 * that is warm needs a tenth of the time. A variant is the base's sources with the variant's files laid over them.
 */
final class Build {
    /** A variant differs in a few lines. More means that the base has moved on and the variant has not. */
    private static final int MOST_LINES_OF_A_BUG = 12;

    private static final int MOST_LINES_OF_A_REFACTORING = 60;

    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    private final Path root;
    private final Path out;
    private final long newestOfAll;
    private int failed;

    private Build(Path root, Path out) throws IOException {
        this.root = root;
        this.out = out;
        this.newestOfAll = Math.max(newest(root.resolve("tools")), newest(out.resolve("shop.jar")));
    }

    public static void main(String[] args) throws IOException {
        if (args.length != 2 || COMPILER == null) {
            System.err.println(COMPILER == null ? "this Java has no compiler: a JDK is needed" : "usage: Build ROOT OUT");
            System.exit(2);
        }
        Build build = new Build(Path.of(args[0]), Path.of(args[1]));
        build.load();
        build.variants();
        System.exit(build.failed == 0 ? 0 : 1);
    }

    private void load() throws IOException {
        Path jar = out.resolve("load.jar");
        if (isOld(jar, newest(root.resolve("tools")))) {
            Manifest manifest = new Manifest();
            manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
            manifest.getMainAttributes().putValue("Main-Class", "shop.Load");
            compile("load", javaFiles(root.resolve("tools/shop")).values(), manifest, jar);
        }
    }

    private void variants() throws IOException {
        Path sources = root.resolve("src/main/java");
        Map<Path, Path> base = javaFiles(sources);
        Manifest manifest = variantManifest();
        Files.createDirectories(out.resolve("variants"));
        List<Path> wanted = new ArrayList<>();
        for (Path variant : children(root.resolve("variants"))) {
            Path jar = out.resolve("variants").resolve(variant.getFileName() + ".jar");
            wanted.add(jar);
            if (!isOld(jar, Math.max(newest(variant), newestOfAll))) {
                continue;
            }
            String about = Files.readString(variant.resolve("variant.toml"));
            Map<Path, Path> overlay = javaFiles(variant.resolve("src/main/java"));
            Map<Path, Path> files = new TreeMap<>(base);
            files.putAll(overlay);
            List<Path> removed = new ArrayList<>();
            Matcher removes = Pattern.compile("(?m)^removes = \"([^\"]+)\"").matcher(about);
            while (removes.find()) {
                Path name = Path.of(removes.group(1));
                removed.add(files.remove(name));
            }
            if (isCurrent(variant, about, sources, overlay, removed)) {
                compile(variant.getFileName().toString(), files.values(), manifest, jar);
            }
        }
        for (Path jar : children(out.resolve("variants"))) {
            if (!wanted.contains(jar)) {
                Files.delete(jar);
            }
        }
    }

    /** The manifest of the base, whose libraries are one directory further up from a variant. */
    private Manifest variantManifest() throws IOException {
        try (JarFile shop = new JarFile(out.resolve("shop.jar").toFile())) {
            Manifest manifest = new Manifest(shop.getManifest());
            String path = manifest.getMainAttributes().getValue("Class-Path");
            manifest.getMainAttributes().putValue("Class-Path", path.replaceAll("\\S+", "../$0"));
            return manifest;
        }
    }

    private boolean isCurrent(Path variant, String about, Path sources, Map<Path, Path> overlay, List<Path> removed)
            throws IOException {
        List<String> before = new ArrayList<>();
        List<String> after = new ArrayList<>();
        for (Map.Entry<Path, Path> file : overlay.entrySet()) {
            Path base = sources.resolve(file.getKey());
            if (Files.exists(base)) {
                before.addAll(Files.readAllLines(base));
            }
            after.addAll(Files.readAllLines(file.getValue()));
        }
        for (Path base : removed) {
            before.addAll(Files.readAllLines(base));
        }
        boolean same = before.equals(after);
        List<String> gone = new ArrayList<>(before);
        after.forEach(gone::remove);
        before.forEach(after::remove);
        int lines = gone.size() + after.size();
        int most = about.contains("kind = \"refactoring\"") ? MOST_LINES_OF_A_REFACTORING : MOST_LINES_OF_A_BUG;
        if (same || lines > most) {
            System.err.println("variant " + variant.getFileName() + " differs from the base in " + lines
                    + " lines, at most " + most + " are meant to: bring its files up to date with src/");
            failed++;
            return false;
        }
        return true;
    }

    private void compile(String name, Iterable<Path> sources, Manifest manifest, Path jar) throws IOException {
        Path classes = Files.createTempDirectory(out, "classes-");
        try (StandardJavaFileManager files = COMPILER.getStandardFileManager(null, null, null)) {
            StringWriter messages = new StringWriter();
            List<String> options = List.of("--release", "17", "-encoding", "UTF-8", "-g", "-proc:none", "-nowarn",
                    "-classpath", libraries(), "-d", classes.toString());
            if (!COMPILER.getTask(messages, files, null, options, null, files.getJavaFileObjectsFromPaths(list(sources)))
                    .call()) {
                System.err.println(name + " does not compile:\n" + messages);
                failed++;
                return;
            }
            // Moved into place when whole, so that nobody finds half a jar.
            Path half = jar.resolveSibling(jar.getFileName() + ".new");
            pack(classes, manifest, half);
            Files.move(half, jar, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            try (Stream<Path> all = Files.walk(classes)) {
                all.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
            }
        }
    }

    /** The same classes give the same bytes: entries are sorted and have one date. */
    private static void pack(Path classes, Manifest manifest, Path jar) throws IOException {
        LocalDateTime date = LocalDateTime.of(2025, 1, 1, 0, 0);
        try (JarOutputStream zip = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> all = Files.walk(classes)) {
            JarEntry first = new JarEntry(JarFile.MANIFEST_NAME);
            first.setTimeLocal(date);
            zip.putNextEntry(first);
            manifest.write(zip);
            for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
                JarEntry entry = new JarEntry(classes.relativize(file).toString().replace('\\', '/'));
                entry.setTimeLocal(date);
                zip.putNextEntry(entry);
                Files.copy(file, zip);
            }
        }
    }

    private String libraries() throws IOException {
        return String.join(System.getProperty("path.separator"),
                children(out.resolve("lib")).stream().map(Path::toString).toList());
    }

    private static Map<Path, Path> javaFiles(Path directory) throws IOException {
        Map<Path, Path> files = new TreeMap<>();
        if (Files.isDirectory(directory)) {
            try (Stream<Path> all = Files.walk(directory)) {
                all.filter(file -> file.toString().endsWith(".java"))
                        .forEach(file -> files.put(directory.relativize(file), file));
            }
        }
        return files;
    }

    private static List<Path> children(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(directory)) {
            return all.sorted().toList();
        }
    }

    private static boolean isOld(Path jar, long newest) throws IOException {
        return !Files.exists(jar) || Files.getLastModifiedTime(jar).toMillis() < newest;
    }

    /** When anything in here last changed; a directory changes when something is removed from it. */
    private static long newest(Path path) throws IOException {
        try (Stream<Path> all = Files.walk(path)) {
            return all.mapToLong(file -> {
                try {
                    return Files.getLastModifiedTime(file).toMillis();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }).max().orElse(0);
        }
    }

    private static <T> List<T> list(Iterable<T> values) {
        List<T> list = new ArrayList<>();
        values.forEach(list::add);
        return list;
    }
}
