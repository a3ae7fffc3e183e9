package mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.pitest.bytecode.analysis.ClassTree;
import org.pitest.classinfo.ClassByteArraySource;
import org.pitest.classinfo.ClassName;
import org.pitest.mutationtest.EngineArguments;
import org.pitest.mutationtest.build.CompoundInterceptorFactory;
import org.pitest.mutationtest.build.MutationInterceptor;
import org.pitest.mutationtest.config.PluginServices;
import org.pitest.mutationtest.config.ReportOptions;
import org.pitest.mutationtest.engine.Mutater;
import org.pitest.mutationtest.engine.MutationDetails;
import org.pitest.mutationtest.engine.gregor.config.GregorEngineFactory;

/**
 * Lets PIT make its mutants of a service, with its default operators and its default filters, and packs each into a jar that
 * starts: one class is mutated, all others are as they were. {@code 0.jar} has no mutant in it.
 *
 * <p>{@code Mutants CLASSES JAR OUT PACKAGE...}: the classes and resources of the service; a jar whose manifest tells what
 * starts it; where the jars go; the packages to mutate. A line of output is a mutant: number, class, method, line, operator and
 * what it does, with tabs between them.
 */
public final class Mutants {
    /** The service's journal is a log, and PIT lets logs alone when it is told which they are. */
    private static final List<String> LOGS = List.of("java.util.logging", "org.slf4j", "orders.journal");

    private final Path classes;
    private final Path out;
    private final Manifest manifest;
    private final Map<String, byte[]> files = new TreeMap<>();

    private Mutants(Path classes, Path jar, Path out) throws IOException {
        this.classes = classes;
        this.out = out;
        try (JarFile pattern = new JarFile(jar.toFile())) {
            this.manifest = pattern.getManifest();
        }
        try (Stream<Path> all = Files.walk(classes)) {
            for (Path file : all.filter(file -> !file.equals(classes)).toList()) {
                String name = classes.relativize(file).toString();
                // Who looks for the classes of a package asks for its directory.
                boolean directory = Files.isDirectory(file);
                files.put(directory ? name + "/" : name, directory ? new byte[0] : Files.readAllBytes(file));
            }
        }
    }

    public static void main(String[] arguments) throws IOException {
        Mutants mutants = new Mutants(Path.of(arguments[0]), Path.of(arguments[1]), Path.of(arguments[2]));
        mutants.pack(0, "", null);
        mutants.make(List.of(arguments).subList(3, arguments.length));
    }

    private void make(List<String> packages) throws IOException {
        ClassByteArraySource source = name -> Optional.ofNullable(files.get(name.replace('.', '/') + ".class"));
        Mutater mutater = new GregorEngineFactory()
                .createEngine(EngineArguments.arguments().withMutators(List.of("DEFAULTS"))).createMutator(source);
        MutationInterceptor filters = filters(source);
        int number = 0;
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            String path = file.getKey();
            if (!path.endsWith(".class") || packages.stream().noneMatch(name -> path.startsWith(name + "/"))) {
                continue;
            }
            ClassName name = ClassName.fromString(path.substring(0, path.length() - ".class".length()));
            filters.begin(ClassTree.fromBytes(file.getValue()));
            List<MutationDetails> kept = new ArrayList<>(filters.intercept(mutater.findMutations(name), mutater));
            filters.end();
            kept.sort(Comparator.comparing(MutationDetails::getId));
            for (MutationDetails mutation : kept) {
                number++;
                pack(number, path, mutater.getMutation(mutation.getId()).getBytes());
                String mutator = mutation.getMutator();
                System.out.println(String.join("\t", Integer.toString(number), name.asJavaName(), mutation.getMethod(),
                        Integer.toString(mutation.getLineNumber()), mutator.substring(mutator.lastIndexOf('.') + 1),
                        mutation.getDescription().replace('\t', ' ')));
            }
        }
    }

    private static MutationInterceptor filters(ClassByteArraySource source) {
        ReportOptions options = new ReportOptions();
        options.setLoggingClasses(LOGS);
        Collection<org.pitest.mutationtest.build.MutationInterceptorFactory> all =
                PluginServices.makeForContextLoader().findInterceptors();
        return new CompoundInterceptorFactory(List.of(), all).createInterceptor(options, null, source, null, null);
    }

    private void pack(int number, String path, byte[] mutated) throws IOException {
        try (JarOutputStream zip = new JarOutputStream(Files.newOutputStream(out.resolve(number + ".jar")), manifest)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                zip.putNextEntry(new JarEntry(file.getKey()));
                zip.write(file.getKey().equals(path) ? mutated : file.getValue());
            }
        }
    }
}
