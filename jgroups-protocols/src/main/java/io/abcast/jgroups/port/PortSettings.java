package io.abcast.jgroups.port;

import io.abcast.bulk.port.PortFigures;
import io.abcast.bulk.port.PortGuard;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jgroups.logging.LogFactory;
import org.jgroups.protocols.TCP;

/**
 * The settings of a guarded port, which limits the time of silent peers. Each member takes the settings of its guarded
 * port from the attributes of its transport. The guarded port reads the attributes on each use, because JGroups may set
 * attributes after the creation of {@code PortSettings}.
 *
 * @param figures counters of the guarded port
 */
public record PortSettings(TCP transport, Handshake handshake, PortFigures figures) {
    /**
     * The thread that closes connections whose peers exceed a time limit. All JGroups channels of the process share
     * this thread, which closes late connections. One thread is sufficient to close late connections, because closing a
     * plain socket does not block.
     */
    private static final ScheduledThreadPoolExecutor WATCH = watch();

    private static ScheduledThreadPoolExecutor watch() {
        ScheduledThreadPoolExecutor watch =
                new ScheduledThreadPoolExecutor(
                        1,
                        task -> {
                            Thread thread = new Thread(task, "abcast handshake watch");
                            thread.setDaemon(true);
                            return thread;
                        });
        watch.setRemoveOnCancelPolicy(true);
        watch.setKeepAliveTime(10, TimeUnit.SECONDS);
        watch.allowCoreThreadTimeOut(true);
        return watch;
    }

    /** A clock whose timers run on {@link #WATCH}, the thread that closes late connections. */
    static final PortGuard.Clock CLOCK =
            new PortGuard.Clock() {
                @Override
                public long nanoTime() {
                    return System.nanoTime();
                }

                @Override
                public void in(long nanos, Runnable action) {
                    WATCH.schedule(action, nanos, TimeUnit.NANOSECONDS);
                }
            };

    /** Time limit for the peer of a new connection to identify itself, in ms. */
    int handshakeMillis() {
        return transport.getPeerAddrReadTimeout();
    }

    /**
     * Runs a task after {@link #handshakeMillis}, the time limit of a handshake, unless the task is cancelled before.
     */
    Future<?> watch(Runnable expire) {
        return WATCH.schedule(expire, handshakeMillis(), TimeUnit.MILLISECONDS);
    }

    Thread daemon(Runnable task, String name) {
        Thread thread = transport.getThreadFactory().newThread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Logs a line about a connection of the guarded port, with the logger and the setting that JGroups uses for lines
     * about connections.
     */
    void log(String line) {
        if (transport.logAcceptError()) LogFactory.getLog(TCP.class).warn(line);
    }
}
