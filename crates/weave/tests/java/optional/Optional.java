package app;

/** Works without a class that it could use. */
public class Optional {
    static String choose(boolean there) {
        String text = "";
        // The variables of both blocks lie in the same local.
        if (there) {
            Absent absent = Absent.make();
            text += absent.use(text);
        } else {
            Object[] present = new String[] {"present"};
            text += present[0].toString().concat(text);
        }
        try {
            Runnable[] none = new Runnable[0];
            return text + none.length;
        } finally {
            Absent last = null;
            if (there) last.use(text);
        }
    }

    public static void main(String[] args) { System.out.println(choose(false)); }
}
