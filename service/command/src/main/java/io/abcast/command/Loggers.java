package io.abcast.command;

import java.lang.management.ManagementFactory;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Configures the JDK's logging, to which JGroups and Netty log in the commands of abcast. The log shows warnings, up to
 * the number that {@link LogLimit} allows, and the lines of abcast about elections and synchronisations. Each log entry
 * takes one line. If the user has set {@code java.util.logging.config.file}, that file applies instead.
 */
public final class Loggers {
    /**
     * The root logger. The reference to the logger is necessary, because the JDK forgets the levels of unreferenced
     * loggers.
     */
    private static final Logger ROOT = Logger.getLogger("");

    private static final Logger OURS = Logger.getLogger("io.abcast");

    private static final String JGROUPS_JDK = "jgroups.use.jdk_logger";

    private Loggers() {}

    /** Configures the logging; called before JGroups is loaded. */
    public static void quiet() {
        // Without this property, JGroups would use any other logging library on the class path,
        // even if that library is not configured.
        if (System.getProperty(JGROUPS_JDK) == null) System.setProperty(JGROUPS_JDK, "true");
        if (System.getProperty("java.util.logging.config.file") != null) return;
        ROOT.setLevel(Level.WARNING);
        OURS.setLevel(Level.INFO);
        LogLimit limit = new LogLimit(System::nanoTime);
        try {
            ManagementFactory.getPlatformMBeanServer()
                    .registerMBean(limit, new ObjectName(LogLimitMXBean.NAME));
        } catch (InstanceAlreadyExistsException e) {
            // Another command has run in this JVM before. The limit that it has installed still
            // applies.
            return;
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
        for (Handler handler : ROOT.getHandlers()) {
            handler.setLevel(Level.INFO);
            handler.setFilter(limit);
            handler.setFormatter(new OneLine());
        }
    }

    /** Prints the class and the message of an exception, and its stack trace only at level SEVERE. */
    private static final class OneLine extends Formatter {
        @Override
        public String format(LogRecord record) {
            StringBuilder line =
                    new StringBuilder(
                            String.format(
                                    "%1$tT.%1$tL %2$s %3$s",
                                    record.getMillis(), record.getLevel(), formatMessage(record)));
            Throwable thrown = record.getThrown();
            if (thrown != null) line.append(": ").append(thrown);
            line.append(System.lineSeparator());
            if (thrown != null && record.getLevel().intValue() >= Level.SEVERE.intValue())
                for (StackTraceElement frame : thrown.getStackTrace())
                    line.append("\tat ").append(frame).append(System.lineSeparator());
            return line.toString();
        }
    }
}
