package org.slf4j;

/** A logger that writes nothing, but asks everything for its text as real ones do. */
public class Logger {
    public void info(String format, Object... arguments) {
        write(arguments);
    }

    public void warn(String format, Object... arguments) {
        write(arguments);
    }

    public void debug(String format, Object... arguments) {}

    public boolean isDebugEnabled() {
        return false;
    }

    public boolean isInfoEnabled() {
        return true;
    }

    private static void write(Object... arguments) {
        // What the program does to be logged is no part of what it does.
        Retake.enter();
        try {
            for (Object argument : arguments) {
                String.valueOf(argument);
            }
        } finally {
            Retake.leave();
        }
    }
}
