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
 * Configures the JDK's logging, to which JGroups and Netty log in the commands of abcast. The log shows warnings,
 * limited by {@link LogLimit}, and abcast's lines about elections and synchronisations. If the user has set {@code
 * java.util.logging.config.file}, the file named there configures the logging instead.
 */
public final class Loggers {
    /** The field keeps a reference, because the JDK may discard an unreferenced logger together with its level. */
    private static final Logger ROOT = Logger.getLogger("");

    private static final Logger OURS = Logger.getLogger("io.abcast");

    private static final String JGROUPS_JDK = "jgroups.use.jdk_logger";

    private Loggers() {}

    /** Configures the logging; a command calls this method before it loads JGroups. */
    public static void quiet() {
        // Without this property, JGroups would use another logging library if one is on the class
        // path.
        if (System.getProperty(JGROUPS_JDK) == null) System.setProperty(JGROUPS_JDK, "true");
        if (System.getProperty("java.util.logging.config.file") != null) return;
        ROOT.setLevel(Level.WARNING);
        OURS.setLevel(Level.INFO);
        LogLimit limit = new LogLimit(System::nanoTime);
        try {
            ManagementFactory.getPlatformMBeanServer()
                    .registerMBean(limit, new ObjectName(LogLimitMXBean.NAME));
        } catch (InstanceAlreadyExistsException e) {
            // An earlier command in this JVM has already installed a log limit, which stays in use.
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
