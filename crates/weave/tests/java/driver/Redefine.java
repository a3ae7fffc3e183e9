import java.io.File;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.util.Arrays;

/** Loads the classes of a program as they are, redefines them with others from a directory, and runs it. */
public final class Redefine {
    private static Instrumentation instrumentation;

    public static void premain(String argument, Instrumentation given) { instrumentation = given; }

    public static void main(String[] args) throws Exception {
        File[] files = new File(args[0], "app").listFiles();
        Arrays.sort(files);
        ClassDefinition[] definitions = new ClassDefinition[files.length];
        for (int i = 0; i < files.length; i++) {
            String name = "app." + files[i].getName().replace(".class", "");
            Class<?> loaded = Class.forName(name, false, Redefine.class.getClassLoader());
            // Linked and verified before, so that this is a redefinition of a class in use.
            loaded.getDeclaredMethods();
            definitions[i] = new ClassDefinition(loaded, Files.readAllBytes(files[i].toPath()));
        }
        instrumentation.redefineClasses(definitions);
        Class.forName("app.Main").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
    }
}
