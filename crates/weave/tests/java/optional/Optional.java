package app;

/** Works without a class that it could use. */
public class Optional {
    /** A parameter's local holds an object of the class. */
    static String overwrite(boolean there, Present present) {
        if (there) {
            present = Absent.make();
            return "absent";
        }
        return present.toString();
    }

    /** The same calls are made again and again with objects of one class or of the other. */
    static String loop(boolean there, int times) {
        String text = "";
        for (int i = 0; i < times; i++) text = there ? Absent.make().use(text) : new Present(text).use();
        return text;
    }

    public static void main(String[] args) {
        System.out.println(overwrite(false, new Present("present")));
        System.out.println(loop(false, 2));
    }
}
