package io.abcast.server;

import io.abcast.client.wire.StatusFields;
import io.abcast.jgroups.AbcastProtocol;
import io.abcast.jgroups.EPAXOS;
import io.abcast.jgroups.FBP;
import io.abcast.jgroups.health.FollowerLag;
import io.abcast.jgroups.health.Health;
import io.abcast.jgroups.health.Warning;
import io.abcast.kernel.Membership;
import io.abcast.kernel.NodeStatus;
import io.abcast.kernel.Zxid;
import io.abcast.log.Durations;
import io.abcast.ordering.epaxos.EpaxosStatus;
import io.abcast.ordering.log.LogStatus;
import io.abcast.zab.SessionStatus;
import io.abcast.zab.ZabStatus;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Collects the status of a member for operators; docs/client-protocol.md lists the names of the values. The methods
 * never block.
 */
final class StatusReport {
    private static final int MILLI = 1_000_000;

    private StatusReport() {}

    /** @param members the members of the ensemble; {@code null} while they are unknown */
    static StatusFields of(AbcastProtocol protocol, Membership members) {
        StatusFields out = new StatusFields();
        out.put("id", protocol.getServerId())
                .put("version", protocol.getAbcastVersion())
                .put("uptime_ms", protocol.getUptime())
                .put("role", protocol.status() == null ? "STARTING" : protocol.getRole())
                .put("active", protocol.isActive())
                .put("reason", protocol.getReason())
                .put("configured_protocol", protocol.getClass().getSimpleName());
        NodeStatus status = protocol.status();
        if (status instanceof ZabStatus s) position(out, s);
        else if (status instanceof LogStatus s)
            position(out, s, members, protocol.getClass().getSimpleName());
        else if (status instanceof EpaxosStatus s) instances(out, s, members, protocol);
        if (protocol instanceof FBP fbp) out.put("byzantine", fbp.isByzantine());
        protocol.messagesRefused()
                .forEach(
                        (sender, count) ->
                                out.put("refused." + (sender == 0 ? "unknown" : sender), count));
        ForestReport.add(out, protocol.getProtocolStack());
        requests(out, protocol);
        storage(out, protocol);
        Runtime heap = Runtime.getRuntime();
        out.put("heap_used_bytes", heap.totalMemory() - heap.freeMemory())
                .put("heap_max_bytes", heap.maxMemory());
        for (FollowerLag lag : protocol.followerLags()) follower(out, lag);
        warnings(out, protocol);
        return out;
    }

    private static void position(StatusFields out, ZabStatus s) {
        out.put("voters", ids(s.members().voterIds()))
                .put("observers", ids(s.members().observerIds()))
                .put("pending_change", s.pendingChange())
                .put("leader", s.leader())
                .put("accepted_epoch", s.acceptedEpoch())
                .put("current_epoch", s.currentEpoch())
                .put("voter", s.voter())
                .put("protocol", s.protocol())
                .put("zab_mode", s.zabMode())
                .put("p", s.coin().p())
                .put("lambda", s.coin().lambda())
                .put("delay_ms", s.coin().delayNanos() / MILLI)
                .put("switches", s.switches())
                .put("last_zxid", Zxid.toString(s.lastZxid()))
                .put("durable_zxid", Zxid.toString(s.durableZxid()))
                .put("committed_zxid", Zxid.toString(s.committedZxid()))
                .put("delivered_zxid", Zxid.toString(s.deliveredZxid()))
                .put("snapshot_zxid", Zxid.toString(s.snapshotZxid()))
                .put("elections", s.elections())
                .put("sessions_broken", s.sessionsBroken())
                .put("sync_diff", s.syncDiff())
                .put("sync_trunc", s.syncTrunc())
                .put("sync_snap", s.syncSnap());
        for (SessionStatus session : s.sessions()) {
            String name = "session." + session.peer() + ".";
            out.put(name + "number", session.session())
                    .put(name + "stage", session.stage())
                    .put(name + "last_message_ms_ago", session.quietNanos() / MILLI);
        }
    }

    private static void position(
            StatusFields out, LogStatus s, Membership members, String protocol) {
        if (members != null) out.put("voters", ids(members.voterIds()));
        out.put("leader", s.leader())
                .put("current_epoch", s.round())
                .put("voter", s.voter())
                .put("era", Long.toHexString(s.era()))
                .put("voters_left", s.votersLeft())
                .put("recovering", s.recovering())
                .put("admissions", s.admissions())
                .put("protocol", protocol)
                .put("last_zxid", Zxid.toString(s.deliveredZxid()))
                .put("durable_zxid", Zxid.toString(s.durableZxid()))
                .put("committed_zxid", Zxid.toString(s.deliveredZxid()))
                .put("delivered_zxid", Zxid.toString(s.deliveredZxid()))
                .put("snapshot_zxid", Zxid.toString(s.snapshotZxid()));
    }

    private static void instances(
            StatusFields out, EpaxosStatus s, Membership members, AbcastProtocol protocol) {
        if (members != null) out.put("voters", ids(members.voterIds()));
        out.put("leaderless", true)
                .put("voter", s.voter())
                .put("era", Long.toHexString(s.era()))
                .put("voters_left", s.votersLeft())
                .put("learner", s.recovering())
                .put("protocol", protocol.getClass().getSimpleName());
        if (protocol instanceof EPAXOS epaxos) out.put("interference", epaxos.getInterference());
        out.put("last_zxid", Zxid.toString(s.deliveredZxid()))
                .put("durable_zxid", Zxid.toString(s.durableZxid()))
                .put("committed_zxid", Zxid.toString(s.deliveredZxid()))
                .put("delivered_zxid", Zxid.toString(s.deliveredZxid()))
                .put("snapshot_zxid", Zxid.toString(s.snapshotZxid()))
                .put("commits_fast", s.fast())
                .put("commits_slow", s.slow())
                .put("commits_recovered", s.recovered())
                .put("recoveries", s.recoveries())
                .put("nops", s.nops())
                .put("commit_us", s.commitNanos() / 1000)
                .put("execution_us", s.executionNanos() / 1000)
                .put("instances_executed", s.executed())
                .put("instances_unexecuted", s.unexecuted())
                .put("instances_retained", s.retained())
                .put("instances_undecided", s.undecided())
                .put("oldest_undecided", s.oldestUndecided() == null ? "" : s.oldestUndecided())
                .put("blocker", s.blocker() == null ? "" : s.blocker())
                .put("payloads_fetched", s.bytesFetched())
                .put("snapshots_fetched", s.snapshotsFetched());
    }

    private static String ids(int[] ids) {
        return Arrays.stream(ids).mapToObj(Integer::toString).collect(Collectors.joining(","));
    }

    private static void requests(StatusFields out, AbcastProtocol protocol) {
        Durations.View times = protocol.requestTimes().recent(System.nanoTime());
        out.put("unanswered", protocol.getUnanswered())
                .put("unanswered_bytes", protocol.getUnansweredBytes())
                .put("requests_timed_out", protocol.getRequestsTimedOut())
                .put("request_p50_us", times.percentileNanos(0.5) / 1000)
                .put("request_p99_us", times.percentileNanos(0.99) / 1000);
    }

    private static void storage(StatusFields out, AbcastProtocol protocol) {
        Durations.View recent = protocol.syncTimes().recent(System.nanoTime());
        out.put("durability", protocol.getValue("durability"))
                .put("syncs", protocol.getStorageSyncs())
                .put("sync_last_us", recent.lastNanos() / 1000)
                .put("sync_p50_us", recent.percentileNanos(0.5) / 1000)
                .put("sync_p99_us", recent.percentileNanos(0.99) / 1000)
                .put("sync_max_us", recent.maxNanos() / 1000)
                .put("storage_waiting_bytes", protocol.getStorageWaitingBytes())
                .put("log_bytes", protocol.getStorageLogBytes())
                .put("snapshots", protocol.getStorageSnapshotsTaken())
                .put("disk_free_bytes", protocol.getDiskFree())
                .put("disk_total_bytes", protocol.getDiskTotal());
    }

    private static void follower(StatusFields out, FollowerLag lag) {
        String name = "follower." + lag.member() + ".";
        out.put(name + "stage", lag.stage())
                .put(name + "serving", lag.serving())
                .put(name + "lag_entries", lag.entries())
                .put(name + "lag_ms", lag.lagNanos() / MILLI)
                .put(name + "window_bytes", lag.windowBytes())
                .put(
                        name + "last_message_ms_ago",
                        lag.quietNanos() < 0 ? -1 : lag.quietNanos() / MILLI)
                .put(name + "session", lag.session());
    }

    private static void warnings(StatusFields out, AbcastProtocol protocol) {
        List<Health.Active> active = protocol.warnings();
        for (int i = 0; i < active.size(); i++) {
            String name = "warning." + (i + 1) + ".";
            out.put(name + "kind", active.get(i).warning().label())
                    .put(name + "text", active.get(i).text());
        }
        for (Warning warning : Warning.values())
            out.put("warned." + warning.label(), protocol.warningCount(warning));
    }
}
