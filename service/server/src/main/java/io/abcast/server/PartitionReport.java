package io.abcast.server;

import io.abcast.client.wire.StatusFields;
import io.abcast.jgroups.AbcastProtocol;
import io.abcast.jgroups.AtomicMulticast;
import io.abcast.jgroups.CAMU;
import io.abcast.jgroups.health.Health;
import io.abcast.jgroups.health.Warning;
import io.abcast.log.Durations;
import io.abcast.ordering.camu.PartitionStatus;
import io.abcast.ordering.camu.PartitionWaits;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/**
 * Collects the status of a server of {@link CAMU}, with figures for each of its partitions; see {@link StatusReport}.
 */
final class PartitionReport {

    private PartitionReport() {}

    private static final long CLOCK_STEPS_PER_MILLI = 256 * 1000;

    static StatusFields of(CAMU protocol, AtomicMulticast multicast) {
        StatusFields out = new StatusFields();
        List<String> local = multicast.localPartitions();
        boolean isActive = !local.isEmpty();
        for (String name : local) isActive &= multicast.serves(name);
        out.put("id", protocol.getServerId())
                .put("role", local.isEmpty() ? "STARTING" : "PARTITIONS")
                .put("active", isActive)
                .put("reason", isActive ? "" : protocol.getReason())
                .put("configured_protocol", "CAMU")
                .put("protocol", "CAMU")
                .put("leaderless", true)
                .put("partitions", String.join(",", multicast.partitions()))
                .put("local_partitions", String.join(",", local));
        long unanswered = 0;
        for (String name : local) {
            partition(out, name, multicast);
            unanswered += multicast.log(name).getUnanswered();
        }
        out.put("unanswered", unanswered);
        if (!local.isEmpty()) common(out, multicast.log(local.get(0)), protocol);
        warnings(out, protocol, multicast);
        return out;
    }

    private static void common(StatusFields out, AbcastProtocol any, CAMU protocol) {
        Runtime heap = Runtime.getRuntime();
        out.put("version", any.getAbcastVersion())
                .put("uptime_ms", any.getUptime())
                .put("durability", protocol.getValue("durability"))
                .put("disk_free_bytes", any.getDiskFree())
                .put("disk_total_bytes", any.getDiskTotal())
                .put("heap_used_bytes", heap.totalMemory() - heap.freeMemory())
                .put("heap_max_bytes", heap.maxMemory());
    }

    private static void partition(StatusFields out, String name, AtomicMulticast multicast) {
        String prefix = "partition." + name + ".";
        AbcastProtocol log = multicast.log(name);
        Durations.View syncs = log.syncTimes().recent(System.nanoTime());
        out.put(prefix + "role", log.getRole())
                .put(prefix + "active", multicast.serves(name))
                .put(prefix + "reason", log.getReason())
                .put(prefix + "log_leader", log.getLeader())
                .put(prefix + "delivered_zxid", log.getDeliveredZxid())
                .put(prefix + "unanswered", log.getUnanswered())
                .put(prefix + "requests_timed_out", log.getRequestsTimedOut())
                .put(prefix + "sync_p99_us", syncs.percentileNanos(0.99) / 1000)
                .put(prefix + "log_bytes", log.getStorageLogBytes())
                .put(prefix + "snapshots", log.getStorageSnapshotsTaken());
        StringJoiner members = new StringJoiner(",");
        for (int id : multicast.membership(name).voterIds()) members.add(String.valueOf(id));
        out.put(prefix + "voters", members.toString());
        PartitionStatus s = multicast.status(name);
        if (s == null) return;
        long aheadMicros = s.clock() / 256 - System.currentTimeMillis() * 1000;
        out.put(prefix + "leads", s.leads())
                .put(prefix + "leader", s.leader())
                .put(prefix + "term", s.term())
                .put(prefix + "seq", s.seq())
                .put(prefix + "clock_ahead_ms", Math.max(0, aheadMicros / 1000))
                .put(prefix + "singles", s.singles())
                .put(prefix + "multis_imposed", s.imposed())
                .put(prefix + "multis_voted", s.voted())
                .put(prefix + "pending", s.pending())
                .put(prefix + "open", s.open())
                .put(prefix + "links_on", s.links())
                .put(prefix + "void_entries", s.voidEntries())
                .put(prefix + "void_items", s.voidItems())
                .put(prefix + "busy", s.busy());
        PartitionWaits waits = multicast.waits(name);
        if (waits != null) waits(out, prefix, waits, s.clock(), multicast.partitions());
    }

    private static void waits(
            StatusFields out, String prefix, PartitionWaits waits, long clock, List<String> names) {
        long oldest = waits.oldest() == 0 ? 0 : millisBetween(waits.oldest(), nowClock());
        StringJoiner waitsFor = new StringJoiner(",");
        for (int other : waits.waitsFor()) waitsFor.add(names.get(other));
        out.put(prefix + "oldest_pending_ms", oldest)
                .put(prefix + "waits_for", waitsFor.toString());
        for (int other = 0; other < waits.streams().size(); other++) {
            PartitionWaits.Stream stream = waits.streams().get(other);
            if (stream == null) continue;
            String to = prefix + "to." + names.get(other) + ".";
            out.put(to + "link", stream.link())
                    .put(to + "outbox_items", stream.items())
                    .put(to + "outbox_bytes", stream.bytes());
            if (stream.fenced())
                out.put(to + "watermark_lag_ms", millisBetween(stream.watermark(), clock));
        }
    }

    private static long nowClock() {
        return System.currentTimeMillis() * CLOCK_STEPS_PER_MILLI;
    }

    private static long millisBetween(long from, long to) {
        return Math.max(0, (to - from) / CLOCK_STEPS_PER_MILLI);
    }

    private static void warnings(StatusFields out, CAMU protocol, AtomicMulticast multicast) {
        List<String[]> all = new ArrayList<>();
        for (String name : multicast.localPartitions())
            for (Health.Active active : multicast.log(name).warnings())
                all.add(
                        new String[] {
                            active.warning().label(), "partition " + name + ": " + active.text()
                        });
        for (String text : protocol.clockWarnings()) all.add(new String[] {"clock_ahead", text});
        for (int i = 0; i < all.size(); i++)
            out.put("warning." + (i + 1) + ".kind", all.get(i)[0])
                    .put("warning." + (i + 1) + ".text", all.get(i)[1]);
        for (Warning warning : Warning.values()) {
            long count = 0;
            for (String name : multicast.localPartitions())
                count += multicast.log(name).warningCount(warning);
            out.put("warned." + warning.label(), count);
        }
    }
}
