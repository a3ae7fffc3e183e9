import java.io.BufferedReader;
import java.io.FileReader;

/**
 * Links every class that a file lists, which verifies it, and says what was rejected. The classes are java.base's, or,
 * with a second argument, those of the class path.
 */
public final class Link {
    public static void main(String[] args) throws Exception {
        ClassLoader loader = args.length > 1 ? Link.class.getClassLoader() : null;
        int linked = 0;
        int rejected = 0;
        int failed = 0;
        try (BufferedReader names = new BufferedReader(new FileReader(args[0]))) {
            for (String name; (name = names.readLine()) != null; ) {
                try {
                    // Asking for methods links the class; unlike using it, that does not run its initialiser.
                    Class.forName(name.replace('/', '.'), false, loader).getDeclaredMethods();
                    linked++;
                } catch (VerifyError e) {
                    rejected++;
                    System.out.println("rejected " + name + ": " + e.getMessage());
                } catch (Throwable e) {
                    failed++;
                    System.out.println("failed " + name + ": " + e);
                }
            }
        }
        System.out.println("linked " + linked + ", rejected " + rejected + ", failed " + failed);
    }
}
