package org.slf4j;

public interface Logger {
    void info(String format, Object... arguments);

    void debug(String format, Object... arguments);

    boolean isDebugEnabled();
}
