package org.slf4j;

public class LoggerFactory {
    public static Logger getLogger(Class<?> type) {
        return null;
    }
}
