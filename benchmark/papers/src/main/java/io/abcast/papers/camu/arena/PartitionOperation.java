package io.abcast.papers.camu.arena;

import java.util.Arrays;

/**
 * An operation on one or several partitions. Vandevoorde 2018 calls an operation on one partition SPO, and an operation
 * on several partitions MPO. The object also holds data of {@link OperationMeter} about the operation, which no
 * protocol may read.
 */
public final class PartitionOperation {
    /** {@link OperationMeter} has one bit for each destination. */
    static final int DESTINATIONS_MAX = 31;

    private final long id;
    private final int origin;
    private final int[] destinations;
    private final int kind;

    /** Virtual time in ns at which the origin partition took the operation from its clients. */
    long takenNanos;

    /** Bit i is set if the destination with index i has delivered the operation. */
    int delivered;

    /**
     * Creates an operation.
     *
     * @param id number of the operation, unique in a run
     * @param origin partition whose clients submit the operation; the origin is one of the destinations
     * @param destinations partitions that deliver the operation, ascending; the caller must not change the array
     *     afterwards
     * @param kind number of the operation's type in its workload
     */
    public PartitionOperation(long id, int origin, int[] destinations, int kind) {
        if (Arrays.binarySearch(destinations, origin) < 0 || destinations.length > DESTINATIONS_MAX)
            throw new IllegalArgumentException(
                    "destinations: expected origin "
                            + origin
                            + " among at most "
                            + DESTINATIONS_MAX
                            + ", got "
                            + Arrays.toString(destinations));
        this.id = id;
        this.origin = origin;
        this.destinations = destinations;
        this.kind = kind;
    }

    public long id() {
        return id;
    }

    public int origin() {
        return origin;
    }

    /** The partitions that deliver the operation, ascending. Callers must not change the array of destinations. */
    public int[] destinations() {
        return destinations;
    }

    public int kind() {
        return kind;
    }

    /** Whether the operation has only one destination. */
    public boolean isSingle() {
        return destinations.length == 1;
    }

    @Override
    public String toString() {
        return "operation " + id + " from " + origin + " to " + Arrays.toString(destinations);
    }
}
