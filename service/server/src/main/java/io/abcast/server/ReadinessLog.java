package io.abcast.server;

import io.abcast.jgroups.StatusListener;
import io.abcast.kernel.NodeStatus;
import io.abcast.ordering.epaxos.EpaxosStatus;
import io.abcast.ordering.log.LogStatus;
import io.abcast.zab.ZabStatus;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Logs when a server begins to serve, and why it does not serve. A reason is logged after it has lasted for a second,
 * because reasons change within milliseconds during a fail-over. Any thread may call the methods of {@code
 * ReadinessLog}.
 */
final class ReadinessLog implements StatusListener {
    private static final long PATIENCE_SECONDS = 1;

    private final Consumer<String> out;
    private final int clientPort;
    private final String protocol;
    private final LongSupplier nanoTime;
    private final Executor later;

    // The lock of this object guards the following fields.
    private String last = "";
    private boolean served;
    private boolean serving;
    private long silentSince;
    private String reason = "";
    private boolean waiting;

    static ReadinessLog start(Consumer<String> out, int clientPort, String protocol) {
        return new ReadinessLog(
                out,
                clientPort,
                protocol,
                System::nanoTime,
                CompletableFuture.delayedExecutor(PATIENCE_SECONDS, TimeUnit.SECONDS));
    }

    ReadinessLog(
            Consumer<String> out,
            int clientPort,
            String protocol,
            LongSupplier nanoTime,
            Executor later) {
        this.out = out;
        this.clientPort = clientPort;
        this.protocol = protocol;
        this.nanoTime = nanoTime;
        this.later = later;
    }

    @Override
    public synchronized void onChange(NodeStatus s) {
        String server = "server " + s.id() + ": ";
        if (s.active()) {
            String again = "";
            if (served && !serving)
                again =
                        " again, after %d ms"
                                .formatted((nanoTime.getAsLong() - silentSince) / 1_000_000);
            served = true;
            serving = true;
            String how = role(s);
            if (!how.equals(last) || !again.isEmpty())
                out.accept(server + "serving clients on port " + clientPort + again + ": " + how);
            last = how;
            return;
        }
        if (serving) silentSince = nanoTime.getAsLong();
        serving = false;
        reason = server + "not serving: " + s.reason();
        if (waiting) return;
        waiting = true;
        later.execute(this::complain);
    }

    private String role(NodeStatus s) {
        if (s instanceof EpaxosStatus) return s.role() + ", no leader, " + protocol;
        return "%s, leader %d, %s".formatted(s.role(), s.leader(), epoch(s));
    }

    private String epoch(NodeStatus s) {
        if (s instanceof LogStatus log) return "ballot %d, %s".formatted(log.round(), protocol);
        ZabStatus zab = (ZabStatus) s;
        String configured =
                zab.protocol().equals(protocol) ? "" : " (configured here: " + protocol + ")";
        return "epoch %d, %s%s".formatted(zab.currentEpoch(), zab.protocol(), configured);
    }

    private synchronized void complain() {
        waiting = false;
        if (serving || reason.equals(last)) return;
        out.accept(reason);
        last = reason;
    }
}
