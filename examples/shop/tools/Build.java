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
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Builds what is not the service: the load and every variant. Called by build.sh, in one process because a compiler
 * that is warm needs a tenth of the time. A variant is the base's sources with the variant's patch applied.
 */
final class Build {
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
        Map<Path, Path> base = javaFiles(root.resolve("src/main/java"));
        Manifest manifest = variantManifest();
        Files.createDirectories(out.resolve("variants"));
        List<Path> wanted = new ArrayList<>();
        for (Path variant : children(root.resolve("variants"))) {
            Path jar = out.resolve("variants").resolve(variant.getFileName() + ".jar");
            wanted.add(jar);
            if (!isOld(jar, Math.max(newest(variant), newestOfAll))) {
                continue;
            }
            Path patched = Files.createTempDirectory(out, "sources-");
            try {
                for (Map.Entry<Path, Path> file : base.entrySet()) {
                    Path copy = patched.resolve("src/main/java").resolve(file.getKey());
                    Files.createDirectories(copy.getParent());
                    Files.copy(file.getValue(), copy);
                }
                if (patch(variant, patched)) {
                    compile(variant.getFileName().toString(), javaFiles(patched).values(), manifest, jar);
                }
            } finally {
                delete(patched);
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

    private boolean patch(Path variant, Path sources) throws IOException {
        ProcessBuilder git = new ProcessBuilder("git", "apply", variant.resolve("change.patch").toString());
        git.directory(sources.toFile()).redirectErrorStream(true);
        // Inside a repository git would take the paths from its root, and pass over what it does not find there.
        git.environment().put("GIT_CEILING_DIRECTORIES", out.toString());
        Process process = git.start();
        String messages = new String(process.getInputStream().readAllBytes());
        try {
            if (process.waitFor() == 0) {
                return true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        System.err.println("variant " + variant.getFileName() + ": change.patch does not fit src/ any more\n" + messages);
        failed++;
        return false;
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
            delete(classes);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            all.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
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
