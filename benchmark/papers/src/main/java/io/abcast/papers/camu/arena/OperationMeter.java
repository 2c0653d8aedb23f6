package io.abcast.papers.camu.arena;

import java.util.Arrays;

/**
 * Records when partitions take and deliver operations, and checks that each destination delivers each operation exactly
 * once. The latency of an operation is the time from {@link PartitionContext#take} to its delivery at the origin.
 */
public final class OperationMeter {
    private static final class Latencies {
        private long[] nanos = new long[1024];
        private int size;

        void add(long value) {
            if (size == nanos.length) nanos = Arrays.copyOf(nanos, 2 * size);
            nanos[size++] = value;
        }

        long[] sorted() {
            long[] all = Arrays.copyOf(nanos, size);
            Arrays.sort(all);
            return all;
        }
    }

    private final long fromNanos;
    private final long[] byKind;
    private final long[] multisByKind;
    private final Latencies all = new Latencies();
    private final Latencies multis = new Latencies();
    private final Latencies everywhere = new Latencies();
    private long taken;
    private long finished;

    /**
     * Creates a meter of the operations of a run.
     *
     * @param fromNanos virtual time in ns at which the warm-up ends; the meter ignores operations that partitions take
     *     earlier
     * @param kinds number of types of operations
     */
    public OperationMeter(long fromNanos, int kinds) {
        this.fromNanos = fromNanos;
        byKind = new long[kinds];
        multisByKind = new long[kinds];
    }

    void taken(PartitionOperation operation, long now) {
        operation.takenNanos = now;
        taken++;
        if (now < fromNanos) return;
        byKind[operation.kind()]++;
        if (!operation.isSingle()) multisByKind[operation.kind()]++;
    }

    void delivered(int partition, PartitionOperation operation, long now) {
        int index = Arrays.binarySearch(operation.destinations(), partition);
        if (index < 0 || (operation.delivered & 1 << index) != 0)
            throw new IllegalStateException(
                    "partition "
                            + partition
                            + " delivered "
                            + operation
                            + (index < 0 ? ", expected a destination" : " twice"));
        operation.delivered |= 1 << index;
        boolean isMeasured = operation.takenNanos >= fromNanos;
        long nanos = now - operation.takenNanos;
        if (isMeasured && partition == operation.origin()) {
            all.add(nanos);
            if (!operation.isSingle()) multis.add(nanos);
        }
        if (Integer.bitCount(operation.delivered) < operation.destinations().length) return;
        finished++;
        if (isMeasured && !operation.isSingle()) everywhere.add(nanos);
    }

    /** Number of operations that at least one destination has not delivered yet. */
    public long unfinished() {
        return taken - finished;
    }

    /** Number of measured operations of each type. */
    public long[] byKind() {
        return byKind.clone();
    }

    /** Number of measured operations of each type that have several destinations. */
    public long[] multisByKind() {
        return multisByKind.clone();
    }

    /** Latencies in ns of all measured operations, ascending. */
    public long[] latencies() {
        return all.sorted();
    }

    /** Latencies in ns of the measured operations that have several destinations, ascending. */
    public long[] multiLatencies() {
        return multis.sorted();
    }

    /**
     * Times in ns from {@link PartitionContext#take} to the last delivery, for the measured operations that have
     * several destinations, ascending.
     */
    public long[] completions() {
        return everywhere.sorted();
    }
}
