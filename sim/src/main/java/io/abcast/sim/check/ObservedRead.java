package io.abcast.sim.check;

import io.abcast.kernel.Keys;

/** One linearizable read as its client sees it. Only {@link RunHistory} changes the object. */
public final class ObservedRead {
    static final int PENDING = -1;
    static final int LOST = -2;
    static final int REFUSED = -3;

    /** Rank of the process that accepted the read. */
    int rank;

    final int incarnation;
    final long number;

    /** The keys that are read. */
    final Keys keys;

    final long startedNanos;

    /**
     * Minimum length of the history that the read may return. Completed writes and reads had shown a history of this
     * length before the read started.
     */
    int floor;

    /**
     * Whether, when the read was submitted, fewer members than a quorum remembered the order, and had done so for some
     * time already.
     */
    boolean afterLoss;

    /** Length of the returned history; a negative constant of this class if the read has returned no history. */
    int returned = PENDING;

    ObservedRead(int rank, int incarnation, long number, Keys keys, long startedNanos, int floor) {
        this.rank = rank;
        this.incarnation = incarnation;
        this.number = number;
        this.keys = keys;
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
        String of = keys.equals(Keys.ALL_READ) ? "" : " of " + keys;
        return "read " + Long.toHexString(number) + of + " of rank " + rank;
    }
}
