package io.abcast.sim.check;

/** One linearizable read as its client sees it. Only {@link RunHistory} changes it. */
public final class ObservedRead {
    static final int PENDING = -1;
    static final int LOST = -2;
    static final int REFUSED = -3;

    /** Rank of the process that accepted the read. */
    int rank;

    final int incarnation;
    final long number;
    final long startedNanos;

    /**
     * Minimum length of history that the read may return: the length that completed writes and reads had shown before
     * its start.
     */
    int floor;

    /** Whether the read was submitted when fewer than a quorum had remembered for some time. */
    boolean afterLoss;

    /** Length of the returned history. A negative constant of this class if the read has returned no history. */
    int returned = PENDING;

    ObservedRead(int rank, int incarnation, long number, long startedNanos, int floor) {
        this.rank = rank;
        this.incarnation = incarnation;
        this.number = number;
        this.startedNanos = startedNanos;
        this.floor = floor;
    }

    /** Time at which the member accepted the read, in virtual nanoseconds. */
    public long askedNanos() {
        return startedNanos;
    }

    public boolean pending() {
        return returned == PENDING;
    }

    /** Whether the read returned a state. */
    public boolean answered() {
        return returned >= 0;
    }

    @Override
    public String toString() {
        return "read " + Long.toHexString(number) + " of rank " + rank;
    }
}
