package org.slf4j;

public final class LoggerFactory {
    private static final Logger ONLY = new Logger();

    private LoggerFactory() {}

    public static Logger getLogger(Class<?> type) {
        return ONLY;
    }
}
