package io.abcast.sim.check;

/** One linearizable read as its client sees it. Moved by {@link RunHistory} alone. */
public final class ObservedRead {
    static final int PENDING = -1;
    static final int LOST = -2;
    static final int REFUSED = -3;

    /** Of the process that took it. */
    int rank;

    final int incarnation;
    final long number;
    final long startedNanos;

    /** Length of history that every write and read completed before the start has shown: the least it may return. */
    int floor;

    /** Whether it came when fewer than a quorum remembered, and had for a while. */
    boolean afterLoss;

    /** Length of history that it returned, or one of the negative states above. */
    int returned = PENDING;

    ObservedRead(int rank, int incarnation, long number, long startedNanos, int floor) {
        this.rank = rank;
        this.incarnation = incarnation;
        this.number = number;
        this.startedNanos = startedNanos;
        this.floor = floor;
    }

    /** When the member took it, in virtual nanoseconds. */
    public long askedNanos() {
        return startedNanos;
    }

    public boolean pending() {
        return returned == PENDING;
    }

    /** Whether it returned a state. */
    public boolean answered() {
        return returned >= 0;
    }

    @Override
    public String toString() {
        return "read " + Long.toHexString(number) + " of rank " + rank;
    }
}
