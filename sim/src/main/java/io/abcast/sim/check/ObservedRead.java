package io.abcast.sim.check;

import io.abcast.kernel.Keys;

/**
 * One linearizable read of a client, with the data that the client observes. Only {@link RunHistory} changes an
 * {@code ObservedRead}.
 */
public final class ObservedRead {
    static final int PENDING = -1;
    static final int LOST = -2;
    static final int REFUSED = -3;

    int rank;

    final int incarnation;
    final long number;

    final Keys keys;

    final long startedNanos;

    /** Minimum length, in entries, of the returned history: the longest history that earlier answers had shown. */
    int floor;

    boolean afterLoss;

    /**
     * Length in entries of the history that the read returned; a negative constant of this class if the read has
     * returned no history.
     */
    int returned = PENDING;

    ObservedRead(int rank, int incarnation, long number, Keys keys, long startedNanos, int floor) {
        this.rank = rank;
        this.incarnation = incarnation;
        this.number = number;
        this.keys = keys;
        this.startedNanos = startedNanos;
        this.floor = floor;
    }

    /** Virtual time in ns at which a member accepted the read of the client. */
    public long askedNanos() {
        return startedNanos;
    }

    public boolean pending() {
        return returned == PENDING;
    }

    /** Whether the read returned a state to its client. */
    public boolean answered() {
        return returned >= 0;
    }

    @Override
    public String toString() {
        String of = keys.equals(Keys.ALL_READ) ? "" : " of " + keys;
        return "read " + Long.toHexString(number) + of + " of rank " + rank;
    }
}
