package io.abcast.ordering.paxos;

import io.abcast.kernel.Membership;

/**
 * A ballot number in a {@code long}: the upper bits are the round, and the lower 16 bits are the server id of the
 * owner. Numeric order is the order of ballots, and no two members own the same ballot. 0 means "no ballot yet".
 */
public final class Ballot {
    public static final long NONE = 0;

    private static final int ID_BITS = 16;

    private Ballot() {}

    /**
     * Returns the ballot of {@code owner} in a round.
     *
     * @param round at least 1
     */
    public static long of(long round, int owner) {
        assert round > 0 && owner > 0 && owner <= Membership.ID_MAX : round + "." + owner;
        return round << ID_BITS | owner;
    }

    /** The lowest ballot of {@code owner} above {@code ballot}. */
    public static long after(long ballot, int owner) {
        return of(round(ballot) + 1, owner);
    }

    public static long round(long ballot) {
        return ballot >>> ID_BITS;
    }

    public static int owner(long ballot) {
        return (int) ballot & Membership.ID_MAX;
    }

    /** Returns the ballot as {@code round.owner}. */
    public static String toString(long ballot) {
        return round(ballot) + "." + owner(ballot);
    }
}
