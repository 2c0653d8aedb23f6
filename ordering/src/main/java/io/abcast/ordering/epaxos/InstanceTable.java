package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;
import io.abcast.kernel.QueueVisitor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * The instances that a member knows, by origin and number. Numbers have no gaps, so the instances of an origin are
 * stored in an array. Instances up to the drop line are removed from the array.
 */
final class InstanceTable {
    /** Maximum distance of a number from the drop line of its origin. Messages about higher numbers are ignored. */
    static final int AHEAD_MAX = 1 << 20;

    /** The instances of one origin. */
    private static final class Row {
        private EpaxosInstance[] instances = new EpaxosInstance[16];

        /** Index of the first instance that is not dropped. */
        private int start;

        /** Number of the last dropped instance. */
        private long dropped;

        /** The highest known number. */
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

    /** The instance, or {@code null} if it is unknown or dropped. */
    EpaxosInstance get(InstanceId id) {
        return row(id).get(id.number());
    }

    /** Whether the instance is finished and dropped. */
    boolean isDropped(InstanceId id) {
        return id.number() <= row(id).dropped;
    }

    /**
     * Whether the number of the instance is within {@link #AHEAD_MAX} of the drop line. The instance must not be
     * dropped.
     */
    boolean hasRoom(InstanceId id) {
        return id.number() - row(id).dropped <= AHEAD_MAX;
    }

    /**
     * Returns the instance. If it is unknown, adds it in phase {@link InstancePhase#INITIAL}. The instance must not be
     * dropped.
     */
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

    /** The highest known number of an origin, including dropped instances; 0 without a known instance. */
    long highest(int rank) {
        return rows[rank].highest;
    }

    /** The dropped instances. */
    Prefixes dropped() {
        long[] numbers = new long[rows.length];
        for (int r = 0; r < rows.length; r++) numbers[r] = rows[r].dropped;
        return new Prefixes(numbers);
    }

    /** Records that an origin has used all numbers up to {@code through}. */
    void used(int rank, long through) {
        rows[rank].highest = Math.max(rows[rank].highest, through);
    }

    /** Drops all instances of an origin up to that number. Returns the known ones, in order. */
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

    /** Visits all known instances, by rank of the origin, then by number. */
    void forEach(Consumer<EpaxosInstance> each) {
        for (Row row : rows)
            for (long n = row.dropped + 1; n <= row.highest; n++) {
                EpaxosInstance instance = row.get(n);
                if (instance != null) each.accept(instance);
            }
    }

    /** Number of known instances. */
    int size() {
        return size;
    }

    /** See {@link io.abcast.ordering.log.LogNode#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        to.queue("instances", size, (long) rows.length * AHEAD_MAX);
    }
}
