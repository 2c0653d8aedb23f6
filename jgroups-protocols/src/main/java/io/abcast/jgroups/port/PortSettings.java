package io.abcast.jgroups.port;

import io.abcast.bulk.port.PortFigures;
import io.abcast.bulk.port.PortGuard;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jgroups.logging.LogFactory;
import org.jgroups.protocols.TCP;

/**
 * What both sides of a guarded port need of their transport. Read when it is needed: JGroups sets attributes late.
 *
 * @param figures counts
 */
public record PortSettings(TCP transport, Handshake handshake, PortFigures figures) {
    /** Closes what is late, for all channels of the process; closing a plain socket waits for nobody. */
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

    /** Its timers run on the watch's thread. */
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

    /** Time that a new connection has until it is known who is at the other end. */
    int handshakeMillis() {
        return transport.getPeerAddrReadTimeout();
    }

    /** Runs a task after that time, unless cancelled. */
    Future<?> watch(Runnable expire) {
        return WATCH.schedule(expire, handshakeMillis(), TimeUnit.MILLISECONDS);
    }

    Thread daemon(Runnable task, String name) {
        Thread thread = transport.getThreadFactory().newThread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Writes a line about a connection, as JGroups does about those. */
    void log(String line) {
        if (transport.logAcceptError()) LogFactory.getLog(TCP.class).warn(line);
    }
}
