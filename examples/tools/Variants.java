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
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Builds the variants of an example: its sources with a patch applied, one jar each, with the base's libraries beside it.
 * What is up to date is left alone. Called by each example's build.sh, in one process because a compiler that is warm needs a
 * tenth of the time.
 */
final class Variants {
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    /** Where the example is; patches and {@code sources} are relative to it. */
    private final Path root;
    private final Path out;
    private final String sources;
    /** The directory of libraries in {@code out}. */
    private final String libraries;
    private final List<String> options;
    private final Manifest manifest;
    private final long newestOfAll;
    private int failed;

    private Variants(Path root, Path out, String base, String sources, String libraries, List<String> options)
            throws IOException {
        this.root = root;
        this.out = out;
        this.sources = sources;
        this.libraries = libraries;
        this.options = options;
        this.manifest = manifest(out.resolve(base));
        this.newestOfAll = Math.max(newest(out.resolve(base)), newest(root.resolve("../tools")));
    }

    public static void main(String[] args) throws IOException {
        if (args.length < 5 || COMPILER == null) {
            System.err.println(COMPILER == null
                    ? "this Java has no compiler: a JDK is needed"
                    : "usage: Variants ROOT OUT BASE-JAR SOURCES LIBRARIES [COMPILER-OPTION...]");
            System.exit(2);
        }
        List<String> options = List.of(args).subList(5, args.length);
        Variants variants = new Variants(Path.of(args[0]), Path.of(args[1]), args[2], args[3], args[4], options);
        variants.build();
        System.exit(variants.failed == 0 ? 0 : 1);
    }

    private void build() throws IOException {
        Files.createDirectories(out.resolve("variants"));
        List<Path> wanted = new ArrayList<>();
        for (Path variant : children(root.resolve("variants"))) {
            Path jar = out.resolve("variants").resolve(variant.getFileName() + ".jar");
            wanted.add(jar);
            if (!isOld(jar, Math.max(newest(variant), newestOfAll))) {
                continue;
            }
            Path work = Files.createTempDirectory(out, "sources-");
            try {
                Path patched = work.resolve(sources);
                copy(root.resolve(sources), patched);
                if (patch(variant, work)) {
                    compile(variant.getFileName().toString(), patched, jar);
                }
            } finally {
                delete(work);
            }
        }
        for (Path jar : children(out.resolve("variants"))) {
            if (!wanted.contains(jar)) {
                Files.delete(jar);
            }
        }
    }

    /** The main class of the base, and its libraries, which are one directory further up from a variant. */
    private Manifest manifest(Path base) throws IOException {
        try (JarFile jar = new JarFile(base.toFile())) {
            Attributes found = jar.getManifest().getMainAttributes();
            // Spring Boot's own launcher stands before the main class of a jar with jars in it.
            String start = found.getValue("Start-Class");
            Manifest manifest = new Manifest();
            Attributes main = manifest.getMainAttributes();
            main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
            main.put(Attributes.Name.MAIN_CLASS, start != null ? start : found.getValue(Attributes.Name.MAIN_CLASS));
            main.put(Attributes.Name.CLASS_PATH, children(out.resolve(libraries)).stream()
                    .map(library -> "../" + libraries + "/" + library.getFileName()).collect(Collectors.joining(" ")));
            return manifest;
        }
    }

    private boolean patch(Path variant, Path work) throws IOException {
        ProcessBuilder git = new ProcessBuilder("git", "apply", variant.resolve("change.patch").toString());
        git.directory(work.toFile()).redirectErrorStream(true);
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
        System.err.println("variant " + variant.getFileName() + ": change.patch does not fit " + sources
                + " any more\n" + messages);
        failed++;
        return false;
    }

    private void compile(String name, Path patched, Path jar) throws IOException {
        Path classes = Files.createTempDirectory(out, "classes-");
        try (StandardJavaFileManager files = COMPILER.getStandardFileManager(null, null, null)) {
            StringWriter messages = new StringWriter();
            List<String> all = new ArrayList<>(List.of("--release", "17", "-encoding", "UTF-8", "-g", "-proc:none",
                    "-nowarn", "-classpath", classPath(), "-d", classes.toString()));
            all.addAll(options);
            if (!COMPILER.getTask(messages, files, null, all, null,
                    files.getJavaFileObjectsFromPaths(files(patched.resolve("java"), ".java"))).call()) {
                System.err.println(name + " does not compile:\n" + messages);
                failed++;
                return;
            }
            copy(patched.resolve("resources"), classes);
            // Moved into place when whole, so that nobody finds half a jar.
            Path half = jar.resolveSibling(jar.getFileName() + ".new");
            pack(classes, half);
            Files.move(half, jar, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            delete(classes);
        }
    }

    /** The same classes give the same bytes: entries are sorted and have one date. */
    private void pack(Path classes, Path jar) throws IOException {
        LocalDateTime date = LocalDateTime.of(2025, 1, 1, 0, 0);
        try (JarOutputStream zip = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> all = Files.walk(classes)) {
            JarEntry first = new JarEntry(JarFile.MANIFEST_NAME);
            first.setTimeLocal(date);
            zip.putNextEntry(first);
            manifest.write(zip);
            for (Path file : all.filter(file -> !file.equals(classes)).sorted().toList()) {
                // Who looks for the classes of a package asks for its directory.
                boolean directory = Files.isDirectory(file);
                String name = classes.relativize(file).toString().replace('\\', '/');
                JarEntry entry = new JarEntry(directory ? name + "/" : name);
                entry.setTimeLocal(date);
                zip.putNextEntry(entry);
                if (!directory) {
                    Files.copy(file, zip);
                }
            }
        }
    }

    private String classPath() throws IOException {
        return children(out.resolve(libraries)).stream().map(Path::toString)
                .collect(Collectors.joining(System.getProperty("path.separator")));
    }

    /** The files in a directory and below, in order; none if it is not there. */
    private static List<Path> files(Path directory, String suffix) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(file -> Files.isRegularFile(file) && file.toString().endsWith(suffix)).sorted().toList();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        for (Path file : files(from, "")) {
            Path copy = to.resolve(from.relativize(file).toString());
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            all.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        }
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
}
