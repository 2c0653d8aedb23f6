package io.abcast.ordering.paxos;

import io.abcast.kernel.Membership;

/**
 * A ballot, which numbers an attempt to lead, as a {@code long}: the upper bits are the round, and the lower 16 bits
 * the server id of the ballot's owner. Ballots are ordered by their numeric values; 0 means "no ballot yet".
 */
public final class Ballot {
    public static final long NONE = 0;

    private static final int ID_BITS = 16;

    private Ballot() {}

    /**
     * Returns the ballot of member {@code owner} in round {@code round}.
     *
     * @param round number of the ballot's round, at least 1
     */
    public static long of(long round, int owner) {
        assert round > 0 && owner > 0 && owner <= Membership.ID_MAX : round + "." + owner;
        return round << ID_BITS | owner;
    }

    /** Returns the ballot of member {@code owner} in the round after the round of {@code ballot}. */
    public static long after(long ballot, int owner) {
        return of(round(ballot) + 1, owner);
    }

    public static long round(long ballot) {
        return ballot >>> ID_BITS;
    }

    public static int owner(long ballot) {
        return (int) ballot & Membership.ID_MAX;
    }

    /** Returns {@code ballot} as text: {@code round.owner}. */
    public static String toString(long ballot) {
        return round(ballot) + "." + owner(ballot);
    }
}
