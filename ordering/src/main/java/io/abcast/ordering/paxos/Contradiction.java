package io.abcast.ordering.paxos;

/**
 * Evidence that an invariant of Paxos is broken: members have accepted two values in one classic ballot of one slot. A
 * member that finds a {@code Contradiction} stops, because either of the two values may already be decided at another
 * member.
 */
final class Contradiction extends IllegalStateException {
    Contradiction(long ballot, long slot, Object a, Object b) {
        super(
                "two values in ballot "
                        + Ballot.toString(ballot)
                        + " of slot "
                        + slot
                        + ": "
                        + a
                        + " and "
                        + b);
    }
}
