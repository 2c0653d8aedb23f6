package io.abcast.ordering.epaxos;

import io.abcast.kernel.Membership;
import io.abcast.kernel.QueueVisitor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * The instances that a member knows and has not dropped, by origin and number. The instance numbers of an origin have
 * no gaps, so the instances of an origin are stored in an array. Instances up to the drop line are removed from the
 * array of their origin.
 */
final class InstanceTable {
    /**
     * Maximum distance of an instance number from the drop line of its origin. The member ignores messages about
     * instances with higher numbers.
     */
    static final int AHEAD_MAX = 1 << 20;

    /** The known instances of one origin. */
    private static final class Row {
        private EpaxosInstance[] instances = new EpaxosInstance[16];

        /** Index in the array of the first instance that is not dropped. */
        private int start;

        /** Number of the origin's last dropped instance. */
        private long dropped;

        /** The highest instance number of the origin that this member knows. */
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

    /** Returns the instance with this id; {@code null} if the instance is unknown or dropped. */
    EpaxosInstance get(InstanceId id) {
        return row(id).get(id.number());
    }

    /** Returns whether this member has dropped the instance. */
    boolean isDropped(InstanceId id) {
        return id.number() <= row(id).dropped;
    }

    /**
     * Returns whether the instance's number is at most {@link #AHEAD_MAX} above the drop line of its origin. The caller
     * may not ask about a dropped instance.
     */
    boolean hasRoom(InstanceId id) {
        return id.number() - row(id).dropped <= AHEAD_MAX;
    }

    /**
     * Returns the instance. If the instance is unknown, {@code open} adds it in phase {@link InstancePhase#INITIAL}.
     * The caller may not open a dropped instance.
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

    /**
     * Returns the highest known instance number of an origin, including dropped instances; 0 without a known instance.
     */
    long highest(int rank) {
        return rows[rank].highest;
    }

    /** Returns, by origin, the number up to which this member has dropped all instances. */
    Prefixes dropped() {
        long[] numbers = new long[rows.length];
        for (int r = 0; r < rows.length; r++) numbers[r] = rows[r].dropped;
        return new Prefixes(numbers);
    }

    /** Records that an origin has used all instance numbers up to {@code through}. */
    void used(int rank, long through) {
        rows[rank].highest = Math.max(rows[rank].highest, through);
    }

    /**
     * Drops all instances of an origin up to the number {@code through}. Returns the dropped instances that this member
     * knew, in the order of their numbers.
     */
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

    /** Returns the number of instances that this member knows and has not dropped. */
    int size() {
        return size;
    }

    /** Visits the queue of known instances, see {@link io.abcast.ordering.log.LogNode#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        to.queue("instances", size, (long) rows.length * AHEAD_MAX);
    }
}
