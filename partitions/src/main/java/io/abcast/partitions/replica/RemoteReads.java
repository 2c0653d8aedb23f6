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
 * Exchanges the row values of transactions with several destinations ("multis") between the destinations. When a
 * transaction with several destinations has its locks, each destination's leader sends the locked row values to the
 * replicas of the other destinations. Every replica keeps the row values that it has read or received for a
 * transaction, and sends them to replicas that ask for them. Not thread-safe.
 */
final class RemoteReads {
    /** Maximum number of this replica's snapshots that it has not reported as durable yet. */
    private static final int SNAPSHOTS_MAX = 8;

    /**
     * A replica that has answered that it no longer keeps the row values of the destination {@code source} for a
     * transaction.
     */
    private record Holder(int source, int partition, int server) {}

    /** A replica that has asked for row values of this replica's partition. */
    private record Asker(int partition, int server) {}

    /** A multi (transaction with several destinations) that is delivered to this replica and not executed yet. */
    private static final class Multi {
        private final TransactionTask task;

        /** For each destination: whether this replica still lacks the row values of that destination. */
        private boolean[] missing;

        private int missingCount;

        /** For each destination: number of requests for its row values that this replica has sent. */
        private final int[] asks;

        private long askAtNanos;
        private final Set<Holder> gone = new HashSet<>();

        /** The replicas that have asked for row values before the transaction had its locks; at most all replicas. */
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
     * The multis (transactions with several destinations) that are delivered and have not ended, by timestamp. No code
     * iterates over this map, so its unspecified order has no effect.
     */
    private final Map<GroupTimestamp, Multi> active = new HashMap<>();

    /**
     * The multis (transactions with several destinations) that have their locks and wait for row values, by timestamp.
     */
    private final TreeMap<GroupTimestamp, Multi> waiting = new TreeMap<>();

    /**
     * Timestamp of the last delivered multi (transaction with several destinations); {@code null} before the first
     * multi. Transactions with several destinations are delivered in ascending order of their timestamps.
     */
    private GroupTimestamp last;

    /**
     * For each replica, by partition and server id: timestamp of the last transaction with several destinations in the
     * replica's durable snapshot.
     */
    private final Map<Integer, TreeMap<Integer, GroupTimestamp>> durable = new TreeMap<>();

    /**
     * For each snapshot that is not reported as durable yet, by number (seq) of its last delivery: timestamp of its
     * last transaction with several destinations, or null.
     */
    private final TreeMap<Long, GroupTimestamp> snapshots = new TreeMap<>();

    /**
     * Whether this replica, for example after a restart, executes transactions that other replicas executed long ago.
     * No leader sends the row values of old transactions again, so a replica that executes old transactions asks for
     * the values at once.
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

    /**
     * Records the last multi (transaction with several destinations) in a restored snapshot, which is durable at this
     * replica.
     */
    void restored(GroupTimestamp lastMulti) {
        last = lastMulti;
        if (lastMulti != null) announce(lastMulti);
    }

    /** Registers a delivered transaction with several destinations. */
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

    /**
     * Exchanges row values for a transaction that has its locks: the leader of this partition sends the values of the
     * partition. Values of other destinations that have arrived are stored in the task.
     *
     * @return whether the task has the row values of all destinations
     */
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

    /** Stores the row values of one destination in the transaction's task, if this replica has these values. */
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
     * Processes another replica's message about row values ({@code ReadsFrame}).
     *
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

    /** Asks other replicas for the row values of transactions that have waited for values too long. */
    void onTime(long nowNanos) {
        for (Multi multi : waiting.values()) {
            if (nowNanos - multi.askAtNanos < 0) continue;
            multi.askAtNanos = nowNanos + askAfterNanos;
            int[] groups = multi.task.delivery.groups();
            for (int i = 0; i < groups.length; i++) if (multi.missing[i]) ask(multi, i);
        }
    }

    /**
     * Asks another replica for the row values of one destination. A request goes to one replica after another: the
     * replicas of the destination and of this replica's own partition.
     */
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

    /** Records that a snapshot of the state after delivery {@code seq} begins. */
    void snapshotBegins(long seq) {
        snapshots.put(seq, last);
        if (snapshots.size() > SNAPSHOTS_MAX) snapshots.pollFirstEntry();
    }

    /** Reports to the other replicas that this replica's snapshot after delivery {@code seq} is durable. */
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
     * Timestamp up to which the durable snapshots of all replicas of partition {@code group} contain all transactions;
     * null if a replica has not reported a durable snapshot.
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
