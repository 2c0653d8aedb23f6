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
 * The values that a replica has sent or received, by transaction. A replica that has lost its state executes
 * transactions again, and then needs the values as they were. So a value is kept until no replica can need it any more,
 * and it is never computed from present rows. Not thread-safe.
 */
final class RetainedReads {
    /** Memory that a value takes in addition to its bytes, about. */
    private static final int OVERHEAD_BYTES = 96;

    /** The values of one transaction: for each destination its values, or null. */
    private record Entry(int[] groups, byte[][] values) {}

    /** One value, as a snapshot has it. */
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

    /** Number of values that were dropped because of the bound. */
    long dropped() {
        return dropped;
    }

    /** The values of a destination; {@code null} if they are not here. */
    byte[] get(GroupTimestamp timestamp, int source) {
        Entry entry = entries.get(timestamp);
        if (entry == null) return null;
        int index = TransactionTask.indexOf(entry.groups, source);
        return index < 0 ? null : entry.values[index];
    }

    /** The destinations of a transaction that has values here. */
    int[] groups(GroupTimestamp timestamp) {
        return entries.get(timestamp).groups;
    }

    /** Keeps values, unless there are values already. Beyond the bound, values of the oldest transactions go. */
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

    /** Drops values that turned out to be malformed. */
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
     * Drops the values that no replica can need any more: all other destinations of their transaction have the
     * transaction in durable snapshots of all their replicas.
     *
     * @param durable for a partition, the timestamp up to which all its replicas have durable snapshots; null if not
     *     all have one
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

    /** The partitions of all transactions that have values here, ascending. */
    SortedSet<Integer> partners() {
        SortedSet<Integer> all = new TreeSet<>();
        for (Entry each : entries.values()) for (int group : each.groups) all.add(group);
        return all;
    }

    /** All values, in the order of their transactions. */
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
