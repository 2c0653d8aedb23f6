package io.abcast.ordering.paxos;

/**
 * Evidence that an invariant of Paxos is broken: two values in one classic ballot of one slot. The member that finds
 * the evidence stops, because choosing one of the two values could contradict a decision.
 */
final class Contradiction extends IllegalStateException {
    /**
     * Creates the evidence.
     *
     * @param a one value, as text
     * @param b the other value, as text
     */
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
