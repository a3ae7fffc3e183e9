import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.tools.ToolProvider;

/** Compiles many small sets of sources in one JVM. Each line of the file it is given: directory, class path, sources; with tabs. */
class Compile {
    public static void main(String[] args) throws Exception {
        var compiler = ToolProvider.getSystemJavaCompiler();
        boolean all = true;
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            String[] parts = line.split("\t");
            var options = List.of("-g", "-nowarn", "-proc:none", "-Xlint:none", "--release", "17", "-d", parts[0], "-cp", parts[1]);
            try (var files = compiler.getStandardFileManager(null, null, null)) {
                var sources = files.getJavaFileObjects(Arrays.copyOfRange(parts, 2, parts.length));
                all &= compiler.getTask(null, files, null, options, null, sources).call();
            }
        }
        System.exit(all ? 0 : 1);
    }
}
