package java.lang;

/**
 * Where a file is opened by a constructor that the application calls. No constructor can be left out, so what it does is
 * owned one layer down: in replay nothing is opened, and the object becomes a double.
 */
final class RetakeOpenings {
    private RetakeOpenings() {}

    /** A file is about to be opened; true if the recording knows what became of it. */
    static boolean before(RetakeThread t, RetakeHook hook, Object self, Object[] args) {
        if (t.branch == null || t.owned > 0 || t.branch.trace.givenUp || !isApplications()) {
            return false;
        }
        t.branch.ask(hook.name, hook.arguments, args);
        if (Retake.replay && RetakePoints.answer(t, t.branch, hook.name, 'L')) {
            if (t.thrown == null) {
                RetakeStreams.attach(self, t.answer);
            }
            t.answer = null;
            return true;
        }
        t.owned = 1;
        t.opening = self;
        return false;
    }

    static void after(RetakeThread t, Throwable thrown) {
        Object self = t.opening;
        if (self != null) {
            t.opening = null;
            t.owned = 0;
            RetakePoints.close(t, thrown == null ? 0 : 1, thrown == null ? self : thrown, 'L');
        }
    }

    /** Whether a constructor opens it that the application calls, and neither a library nor the JDK for its own ends. */
    private static boolean isApplications() {
        for (StackTraceElement frame : new Throwable().getStackTrace()) {
            String name = frame.getClassName();
            boolean own = name.startsWith("java.lang.Retake") || frame.getMethodName().equals("open");
            boolean constructor = frame.getMethodName().equals("<init>") && name.startsWith("java.");
            if (!own && !constructor) {
                return Retake.isApplication(name);
            }
        }
        return false;
    }

    /** Whether what an object was made from is told where its file is opened. */
    static boolean covers(Object object) {
        return object instanceof java.io.InputStream || object instanceof java.io.OutputStream
                || object instanceof java.io.Reader || object instanceof java.io.Writer;
    }
}
