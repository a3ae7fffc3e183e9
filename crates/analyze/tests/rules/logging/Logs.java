package sample;

import com.google.common.flogger.FluentLogger;
import java.util.logging.Level;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.ThreadContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

class Logs {
    private static final Logger SLF4J = LoggerFactory.getLogger(Logs.class);
    private static final java.util.logging.Logger JUL = java.util.logging.Logger.getLogger("sample");
    private static final System.Logger SYSTEM = System.getLogger("sample");
    private static final Log COMMONS = LogFactory.getLog(Logs.class);
    private static final org.apache.log4j.Logger LOG4J1 = org.apache.log4j.Logger.getLogger(Logs.class);
    private static final org.apache.logging.log4j.Logger LOG4J2 = LogManager.getLogger();
    private static final org.jboss.logging.Logger JBOSS = org.jboss.logging.Logger.getLogger(Logs.class);
    private static final FluentLogger FLOGGER = FluentLogger.forEnclosingClass();

    void slf4j(Exception failure) {
        SLF4J.info("at {}", System.currentTimeMillis(), failure);
        SLF4J.atInfo().addKeyValue("at", System.currentTimeMillis()).log();
    }

    // A level is a setting.
    void guarded() {
        if (SLF4J.isDebugEnabled()) {
            SLF4J.debug("at {}", System.currentTimeMillis());
        }
    }

    void logback(ch.qos.logback.classic.Logger logger) {
        logger.warn("at {}", System.currentTimeMillis());
    }

    void jul() {
        JUL.log(Level.INFO, () -> "at " + System.currentTimeMillis());
        JUL.fine("at " + System.nanoTime());
    }

    void system() {
        SYSTEM.log(System.Logger.Level.INFO, "at " + System.currentTimeMillis());
    }

    void commons() {
        if (COMMONS.isInfoEnabled()) {
            COMMONS.info(System.currentTimeMillis());
        }
    }

    void log4j1() {
        LOG4J1.info(System.currentTimeMillis());
    }

    void log4j2() {
        LOG4J2.info("at {}", System.currentTimeMillis());
        LOG4J2.atInfo().log("at {}", System.currentTimeMillis());
    }

    void jboss() {
        JBOSS.infof("at %s", System.currentTimeMillis());
    }

    void tinylog() {
        org.tinylog.Logger.info("at {}", System.currentTimeMillis());
    }

    void flogger() {
        FLOGGER.atInfo().log("at %s", System.currentTimeMillis());
    }

    void remembered() {
        MDC.put("start", String.valueOf(System.currentTimeMillis()));
    }

    String trace() {
        return MDC.get("traceId");
    }

    String trace2() {
        return ThreadContext.get("traceId");
    }

    Object trace1() {
        return org.apache.log4j.MDC.get("traceId");
    }
}
