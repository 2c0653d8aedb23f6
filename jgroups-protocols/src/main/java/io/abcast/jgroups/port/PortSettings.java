package io.abcast.jgroups.port;

import io.abcast.bulk.port.PortFigures;
import io.abcast.bulk.port.PortGuard;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jgroups.logging.LogFactory;
import org.jgroups.protocols.TCP;

/**
 * The settings of a guarded port, which limits the time of silent peers. The attributes are read on each use, because
 * JGroups may set them later.
 *
 * @param figures counters of the guarded port
 */
public record PortSettings(TCP transport, Handshake handshake, PortFigures figures) {
    /**
     * Closes connections whose peers exceed a time limit; a single thread is sufficient, because closing a plain socket
     * does not block.
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

    int handshakeMillis() {
        return transport.getPeerAddrReadTimeout();
    }

    Future<?> watch(Runnable expire) {
        return WATCH.schedule(expire, handshakeMillis(), TimeUnit.MILLISECONDS);
    }

    Thread daemon(Runnable task, String name) {
        Thread thread = transport.getThreadFactory().newThread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    void log(String line) {
        if (transport.logAcceptError()) LogFactory.getLog(TCP.class).warn(line);
    }
}
