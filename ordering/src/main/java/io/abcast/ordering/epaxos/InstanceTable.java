package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;
import io.abcast.kernel.QueueVisitor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * The instances that a member knows and has not dropped (deleted). Each member numbers the instances that it opens
 * without gaps, so the table has one array for each opening member. The beginning of an array is removed when its
 * instances are dropped.
 */
final class InstanceTable {
    /**
     * Maximum distance between an instance number and the last dropped number of the same origin. A member ignores
     * messages about instances with numbers that exceed this distance.
     */
    static final int AHEAD_MAX = 1 << 20;

    private static final class Row {
        private EpaxosInstance[] instances = new EpaxosInstance[16];

        /** Index in {@link #instances} of the first instance that is not dropped. */
        private int start;

        private long dropped;

        private long highest;

        private EpaxosInstance get(long number) {
            long index = start + number - dropped - 1;
            return number <= dropped || index >= instances.length ? null : instances[(int) index];
        }

        private void put(EpaxosInstance instance) {
            long number = instance.id.number();
            int length = (int) (number - dropped);
            if (start + length > instances.length) {
                EpaxosInstance[] more = new EpaxosInstance[Math.max(instances.length, 2 * length)];
                int used = (int) Math.min(instances.length - start, highest - dropped);
                System.arraycopy(instances, start, more, 0, used);
                instances = more;
                start = 0;
            }
            instances[start + length - 1] = instance;
            highest = Math.max(highest, number);
        }

        private void drop(long through) {
            int count = (int) Math.min(instances.length - start, through - dropped);
            Arrays.fill(instances, start, start + count, null);
            start = highest <= through ? 0 : start + count;
            dropped = through;
            highest = Math.max(highest, dropped);
        }
    }

    private final Membership members;
    private final Row[] rows;
    private int size;

    InstanceTable(Membership members) {
        this.members = members;
        rows = new Row[members.size()];
        for (int r = 0; r < rows.length; r++) rows[r] = new Row();
    }

    private Row row(InstanceId id) {
        return rows[members.rank(id.origin())];
    }

    /** Returns {@code null} if the instance is unknown or dropped. */
    EpaxosInstance get(InstanceId id) {
        return row(id).get(id.number());
    }

    boolean isDropped(InstanceId id) {
        return id.number() <= row(id).dropped;
    }

    /** The caller must not pass the id of a dropped instance. */
    boolean hasRoom(InstanceId id) {
        return id.number() - row(id).dropped <= AHEAD_MAX;
    }

    /** Adds an unknown instance in phase {@link InstancePhase#INITIAL}; the id of a dropped instance is not allowed. */
    EpaxosInstance open(InstanceId id) {
        Row row = row(id);
        EpaxosInstance known = row.get(id.number());
        if (known != null) return known;
        assert id.number() > row.dropped && hasRoom(id) : id + ", dropped " + row.dropped;
        EpaxosInstance opened = new EpaxosInstance(id);
        row.put(opened);
        size++;
        return opened;
    }

    /**
     * Returns the highest known number of an instance that the member with rank {@code rank} opened, including dropped
     * instances; 0 without such an instance.
     */
    long highest(int rank) {
        return rows[rank].highest;
    }

    Prefixes dropped() {
        long[] numbers = new long[rows.length];
        for (int r = 0; r < rows.length; r++) numbers[r] = rows[r].dropped;
        return new Prefixes(numbers);
    }

    void used(int rank, long through) {
        rows[rank].highest = Math.max(rows[rank].highest, through);
    }

    List<EpaxosInstance> drop(int rank, long through) {
        Row row = rows[rank];
        if (through <= row.dropped) return List.of();
        List<EpaxosInstance> gone = new ArrayList<>();
        for (long n = row.dropped + 1; n <= Math.min(through, row.highest); n++) {
            EpaxosInstance instance = row.get(n);
            if (instance != null) gone.add(instance);
        }
        size -= gone.size();
        row.drop(through);
        return gone;
    }

    void forEach(Consumer<EpaxosInstance> each) {
        for (Row row : rows)
            for (long n = row.dropped + 1; n <= row.highest; n++) {
                EpaxosInstance instance = row.get(n);
                if (instance != null) each.accept(instance);
            }
    }

    int size() {
        return size;
    }

    void visitQueues(QueueVisitor to) {
        to.queue("instances", size, (long) rows.length * AHEAD_MAX);
    }
}
