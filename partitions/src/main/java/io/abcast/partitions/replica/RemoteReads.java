package io.abcast.partitions.replica;

import io.abcast.kernel.GroupTimestamp;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.partitions.order.ReplicaPort;
import io.abcast.partitions.rows.RowTables;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Exchanges the row values of transactions with several destinations ("multis") between the destinations. Each
 * destination's leader sends the locked row values; every replica keeps row values, and sends them to replicas that
 * ask. Not thread-safe.
 */
final class RemoteReads {
    private static final int SNAPSHOTS_MAX = 8;

    private record Holder(int source, int partition, int server) {}

    private record Asker(int partition, int server) {}

    private static final class Multi {
        private final TransactionTask task;

        private boolean[] missing;

        private int missingCount;

        private final int[] asks;

        private long askAtNanos;
        private final Set<Holder> gone = new HashSet<>();

        private final Set<Asker> askers = new LinkedHashSet<>();

        Multi(TransactionTask task) {
            this.task = task;
            asks = new int[task.delivery.groups().length];
        }
    }

    private final int partition;
    private final int server;
    private final ReplicaPort port;
    private final long askAfterNanos;
    private final RetainedReads retained;

    /**
     * The delivered transactions that have not ended. No code iterates over this map, so its unspecified order has no
     * effect.
     */
    private final Map<GroupTimestamp, Multi> active = new HashMap<>();

    private final TreeMap<GroupTimestamp, Multi> waiting = new TreeMap<>();

    /**
     * Timestamp of the last delivered transaction with several destinations; {@code null} before the first such
     * transaction. The timestamps of deliveries ascend.
     */
    private GroupTimestamp last;

    /**
     * By partition and server id of a replica: timestamp of the last transaction with several destinations in the
     * replica's durable snapshot.
     */
    private final Map<Integer, TreeMap<Integer, GroupTimestamp>> durable = new TreeMap<>();

    /**
     * By number (seq) of the last delivery in a snapshot that is not durable yet: timestamp of its last transaction
     * with several destinations, or null.
     */
    private final TreeMap<Long, GroupTimestamp> snapshots = new TreeMap<>();

    /**
     * Whether this replica executes transactions that other replicas executed long ago. No leader sends row values of
     * old transactions again, so this replica asks for the values at once.
     */
    private boolean catchesUp = true;

    private long asked;
    private long malformed;

    RemoteReads(int partition, int server, ReplicaPort port, long askAfterNanos, long bytesMax) {
        this.partition = partition;
        this.server = server;
        this.port = port;
        this.askAfterNanos = askAfterNanos;
        retained = new RetainedReads(bytesMax);
    }

    RetainedReads retained() {
        return retained;
    }

    GroupTimestamp last() {
        return last;
    }

    int waiting() {
        return waiting.size();
    }

    long asked() {
        return asked;
    }

    long malformed() {
        return malformed;
    }

    void restored(GroupTimestamp lastMulti) {
        last = lastMulti;
        if (lastMulti != null) announce(lastMulti);
    }

    void delivered(TransactionTask task) {
        GroupTimestamp timestamp = task.timestamp();
        if (last != null && last.compareTo(timestamp) >= 0)
            throw new IllegalStateException(
                    "multi: expected a timestamp above %s, got %s".formatted(last, timestamp));
        last = timestamp;
        active.put(timestamp, new Multi(task));
        if (!catchesUp || task.isRefused()) return;
        int[] groups = task.delivery.groups();
        for (int i = 0; i < groups.length; i++)
            if (lacks(task, groups[i])) ask(active.get(timestamp), i);
    }

    private boolean lacks(TransactionTask task, int source) {
        return source != partition
                && LockedValues.needed(task, source)
                && retained.get(task.timestamp(), source) == null;
    }

    void ended(TransactionTask task) {
        active.remove(task.timestamp());
    }

    boolean exchange(TransactionTask task, RowTables tables, long nowNanos) {
        int[] groups = task.delivery.groups();
        if (LockedValues.needed(task, partition)) share(task, tables);
        Multi multi = active.get(task.timestamp());
        multi.missing = new boolean[groups.length];
        for (int i = 0; i < groups.length; i++) {
            if (groups[i] == partition || !LockedValues.needed(task, groups[i])) continue;
            multi.missing[i] = true;
            multi.missingCount++;
            take(multi, i);
        }
        if (multi.missingCount == 0) return true;
        multi.askAtNanos = nowNanos + askAfterNanos;
        waiting.put(task.timestamp(), multi);
        return false;
    }

    private void share(TransactionTask task, RowTables tables) {
        LockedValues.take(task, tables);
        int[] groups = task.delivery.groups();
        byte[] values = LockedValues.encode(task);
        retained.put(task.timestamp(), groups, partition, values);
        for (Asker each : active.get(task.timestamp()).askers) {
            ReadsFrame asked =
                    new ReadsFrame.Values(task.timestamp(), groups, partition, values, true);
            port.send(each.partition, each.server, asked.encode());
        }
        if (!port.leads()) return;
        byte[] frame =
                new ReadsFrame.Values(task.timestamp(), groups, partition, values, false).encode();
        for (int group : groups) {
            if (group == partition) continue;
            for (int member : port.members(group)) port.send(group, member, frame);
        }
    }

    private void take(Multi multi, int index) {
        TransactionTask task = multi.task;
        int source = task.delivery.groups()[index];
        byte[] values = retained.get(task.timestamp(), source);
        if (values == null) return;
        try {
            LockedValues.decode(values, task, source);
            multi.missing[index] = false;
            multi.missingCount--;
        } catch (MalformedFrameException e) {
            malformed++;
            retained.remove(task.timestamp(), source);
        }
    }

    /**
     * @return the task that now has the row values of all destinations; {@code null} if the message has completed no
     *     task
     */
    TransactionTask onMessage(int fromPartition, int fromServer, byte[] message) {
        ReadsFrame frame;
        try {
            frame = ReadsFrame.decode(message);
        } catch (MalformedFrameException e) {
            malformed++;
            return null;
        }
        if (frame instanceof ReadsFrame.Values values) return onValues(values);
        if (frame instanceof ReadsFrame.Ask ask) onAsk(fromPartition, fromServer, ask);
        if (frame instanceof ReadsFrame.Gone gone) onGone(fromPartition, fromServer, gone);
        if (frame instanceof ReadsFrame.Durable mark) {
            mark(fromPartition, fromServer, mark.timestamp());
            retained.dropDurable(this::durable);
        }
        return null;
    }

    private TransactionTask onValues(ReadsFrame.Values frame) {
        Multi multi = active.get(frame.timestamp());
        boolean late = last != null && frame.timestamp().compareTo(last) <= 0;
        if (multi == null && late) return null;
        boolean fresh = retained.get(frame.timestamp(), frame.source()) == null;
        retained.put(frame.timestamp(), frame.groups(), frame.source(), frame.values());
        if (multi == null) return null;
        if (fresh) catchesUp = frame.asked();
        if (multi.missing == null) return null;
        int index = TransactionTask.indexOf(multi.task.delivery.groups(), frame.source());
        if (index < 0 || !multi.missing[index]) return null;
        take(multi, index);
        if (multi.missingCount > 0) return null;
        waiting.remove(frame.timestamp());
        return multi.task;
    }

    private void onAsk(int fromPartition, int fromServer, ReadsFrame.Ask ask) {
        byte[] values = retained.get(ask.timestamp(), ask.source());
        Multi multi = active.get(ask.timestamp());
        ReadsFrame reply;
        if (values != null) {
            int[] groups = retained.groups(ask.timestamp());
            reply = new ReadsFrame.Values(ask.timestamp(), groups, ask.source(), values, true);
        } else if (multi != null && multi.missing != null && ask.source() == partition) {
            // Answer from the task if possible, because the kept row values may have been dropped
            // at their bound. Without answers from tasks, two replicas that catch up could wait for
            // each other's row values.
            int[] groups = multi.task.delivery.groups();
            byte[] own = LockedValues.encode(multi.task);
            reply = new ReadsFrame.Values(ask.timestamp(), groups, partition, own, true);
        } else {
            boolean delivered = last != null && ask.timestamp().compareTo(last) <= 0;
            if (multi != null && ask.source() == partition)
                multi.askers.add(new Asker(fromPartition, fromServer));
            if (!delivered || multi != null) return;
            reply = new ReadsFrame.Gone(ask.timestamp(), ask.source());
        }
        port.send(fromPartition, fromServer, reply.encode());
    }

    private void onGone(int fromPartition, int fromServer, ReadsFrame.Gone frame) {
        Multi multi = waiting.get(frame.timestamp());
        if (multi == null) return;
        int source = frame.source();
        int index = TransactionTask.indexOf(multi.task.delivery.groups(), source);
        if (index < 0 || !multi.missing[index]) return;
        multi.gone.add(new Holder(source, fromPartition, fromServer));
        for (int holders : new int[] {partition, source})
            for (int member : port.members(holders)) {
                boolean isOwn = holders == partition && member == server;
                if (isOwn || multi.gone.contains(new Holder(source, holders, member))) continue;
                ask(multi, index);
                return;
            }
        port.discard(
                "the values of partition %d for transaction %s are gone at all replicas"
                        .formatted(source, frame.timestamp()));
    }

    void onTime(long nowNanos) {
        for (Multi multi : waiting.values()) {
            if (nowNanos - multi.askAtNanos < 0) continue;
            multi.askAtNanos = nowNanos + askAfterNanos;
            int[] groups = multi.task.delivery.groups();
            for (int i = 0; i < groups.length; i++) if (multi.missing[i]) ask(multi, i);
        }
    }

    private void ask(Multi multi, int index) {
        int source = multi.task.delivery.groups()[index];
        int[] own = port.members(partition);
        int[] others = port.members(source);
        int count = own.length + others.length;
        for (int tried = 0; tried < count; tried++) {
            int turn = multi.asks[index]++ % count;
            int to = turn < others.length ? others[turn] : own[turn - others.length];
            int group = turn < others.length ? source : partition;
            boolean isOwn = group == partition && to == server;
            if (isOwn || multi.gone.contains(new Holder(source, group, to))) continue;
            asked++;
            port.send(group, to, new ReadsFrame.Ask(multi.task.timestamp(), source).encode());
            return;
        }
    }

    void snapshotBegins(long seq) {
        snapshots.put(seq, last);
        if (snapshots.size() > SNAPSHOTS_MAX) snapshots.pollFirstEntry();
    }

    void onSnapshotDurable(long seq) {
        Map.Entry<Long, GroupTimestamp> through = snapshots.floorEntry(seq);
        if (through == null) return;
        GroupTimestamp timestamp = through.getValue();
        snapshots.headMap(through.getKey(), true).clear();
        if (timestamp != null) announce(timestamp);
    }

    private void announce(GroupTimestamp timestamp) {
        byte[] frame = new ReadsFrame.Durable(timestamp).encode();
        Set<Integer> receivers = retained.partners();
        receivers.add(partition);
        for (int group : receivers)
            for (int member : port.members(group))
                if (group != partition || member != server) port.send(group, member, frame);
        mark(partition, server, timestamp);
        retained.dropDurable(this::durable);
    }

    private void mark(int group, int member, GroupTimestamp timestamp) {
        durable.computeIfAbsent(group, g -> new TreeMap<>())
                .merge(member, timestamp, (a, b) -> a.compareTo(b) > 0 ? a : b);
    }

    /**
     * Returns the timestamp up to which the durable snapshots of all replicas of partition {@code group} contain all
     * transactions; {@code null} if unknown.
     */
    private GroupTimestamp durable(int group) {
        TreeMap<Integer, GroupTimestamp> marks = durable.get(group);
        if (marks == null) return null;
        GroupTimestamp least = null;
        for (int member : port.members(group)) {
            GroupTimestamp mark = marks.get(member);
            if (mark == null) return null;
            if (least == null || mark.compareTo(least) < 0) least = mark;
        }
        return least;
    }
}
