package proof;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A program loaded once: its classes with their static state, as in a process of its own. */
final class World extends ClassLoader {
    /** What a call did. */
    record Seen(RetakeTrace trace, String outcome) {}

    private final Map<String, byte[]> classes;
    private final Method call;

    private World(Map<String, byte[]> classes, String main) throws ReflectiveOperationException {
        super(World.class.getClassLoader());
        this.classes = classes;
        call = loadClass(main).getDeclaredMethod("call", int.class);
        call.setAccessible(true);
    }

    /** The class files of a program, by class. */
    static Map<String, byte[]> read(Path directory, String program) throws IOException {
        Map<String, byte[]> classes = new HashMap<>();
        try (var files = Files.list(directory)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = file.getFileName().toString().replace(".class", "");
                classes.put(program + "." + name, Files.readAllBytes(file));
            }
        }
        return classes;
    }

    static World load(Map<String, byte[]> classes, String program) throws ReflectiveOperationException {
        return new World(classes, program + ".Main");
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = classes.get(name);
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    /** Calls a method of the program; a trace of null looks away. */
    Seen call(int method, RetakeTrace trace) throws ReflectiveOperationException {
        String outcome;
        Retake.begin(trace);
        try {
            Object result = call.invoke(null, method);
            Retake.end();
            outcome = RetakeTrace.text(result);
        } catch (InvocationTargetException e) {
            Retake.end();
            if (e.getCause() instanceof LinkageError) {
                throw e;
            }
            outcome = "throws " + RetakeTrace.text(e.getCause());
        }
        return new Seen(trace, outcome);
    }
}
