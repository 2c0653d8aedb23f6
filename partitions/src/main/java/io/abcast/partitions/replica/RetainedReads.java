package io.abcast.partitions.replica;

import io.abcast.kernel.GroupTimestamp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;

/**
 * The row values of transactions with several destinations that this replica has sent or received. A replica that has
 * lost its state executes transactions again, with the row values of the first execution. Replicas therefore keep row
 * values until no replica can need them. Not thread-safe.
 */
final class RetainedReads {
    private static final int OVERHEAD_BYTES = 96;

    /**
     * @param values indexed as {@code groups}: the values of each destination, or null if this replica has no values of
     *     the destination
     */
    private record Entry(int[] groups, byte[][] values) {}

    record Kept(GroupTimestamp timestamp, int[] groups, int source, byte[] values) {}

    private final long bytesMax;
    private final TreeMap<GroupTimestamp, Entry> entries = new TreeMap<>();
    private long bytes;
    private long dropped;

    RetainedReads(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    long bytes() {
        return bytes;
    }

    long dropped() {
        return dropped;
    }

    byte[] get(GroupTimestamp timestamp, int source) {
        Entry entry = entries.get(timestamp);
        if (entry == null) return null;
        int index = TransactionTask.indexOf(entry.groups, source);
        return index < 0 ? null : entry.values[index];
    }

    int[] groups(GroupTimestamp timestamp) {
        return entries.get(timestamp).groups;
    }

    /**
     * Keeps row values, unless this replica already has values of the destination. At the bound on bytes, values of the
     * oldest transactions are dropped.
     */
    void put(GroupTimestamp timestamp, int[] groups, int source, byte[] values) {
        Entry entry =
                entries.computeIfAbsent(
                        timestamp, t -> new Entry(groups, new byte[groups.length][]));
        int index = TransactionTask.indexOf(entry.groups, source);
        if (index < 0 || entry.values[index] != null) return;
        entry.values[index] = values;
        bytes += values.length + OVERHEAD_BYTES;
        while (bytes > bytesMax && entries.size() > 1) {
            Entry oldest = entries.pollFirstEntry().getValue();
            for (int i = 0; i < oldest.groups.length; i++) if (forget(oldest, i)) dropped++;
        }
    }

    void remove(GroupTimestamp timestamp, int source) {
        Entry entry = entries.get(timestamp);
        if (entry != null) forget(entry, TransactionTask.indexOf(entry.groups, source));
    }

    private boolean forget(Entry entry, int index) {
        if (entry.values[index] == null) return false;
        bytes -= entry.values[index].length + OVERHEAD_BYTES;
        entry.values[index] = null;
        return true;
    }

    /**
     * Drops the row values that no replica can need any more, because the durable snapshots of all other destinations
     * include the transaction.
     *
     * @param durable returns, for a partition, the timestamp up to which all replicas of the partition have durable
     *     snapshots; null if a replica has no durable snapshot
     */
    void dropDurable(IntFunction<GroupTimestamp> durable) {
        Map<Integer, GroupTimestamp> known = new HashMap<>();
        Iterator<Map.Entry<GroupTimestamp, Entry>> all = entries.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<GroupTimestamp, Entry> each = all.next();
            Entry entry = each.getValue();
            boolean left = false;
            for (int i = 0; i < entry.groups.length; i++) {
                if (entry.values[i] == null) continue;
                if (isDurable(each.getKey(), entry.groups, i, known, durable)) forget(entry, i);
                else left = true;
            }
            if (!left) all.remove();
        }
    }

    private static boolean isDurable(
            GroupTimestamp timestamp,
            int[] groups,
            int source,
            Map<Integer, GroupTimestamp> known,
            IntFunction<GroupTimestamp> durable) {
        for (int i = 0; i < groups.length; i++) {
            if (i == source) continue;
            if (!known.containsKey(groups[i])) known.put(groups[i], durable.apply(groups[i]));
            GroupTimestamp through = known.get(groups[i]);
            if (through == null || through.compareTo(timestamp) < 0) return false;
        }
        return true;
    }

    SortedSet<Integer> partners() {
        SortedSet<Integer> all = new TreeSet<>();
        for (Entry each : entries.values()) for (int group : each.groups) all.add(group);
        return all;
    }

    List<Kept> all() {
        List<Kept> all = new ArrayList<>();
        entries.forEach(
                (timestamp, entry) -> {
                    for (int i = 0; i < entry.groups.length; i++)
                        if (entry.values[i] != null)
                            all.add(
                                    new Kept(
                                            timestamp,
                                            entry.groups,
                                            entry.groups[i],
                                            entry.values[i]));
                });
        return all;
    }
}
