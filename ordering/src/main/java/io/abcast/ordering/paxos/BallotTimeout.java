package io.abcast.ordering.paxos;

import io.abcast.ordering.log.Ports;

/**
 * The time for which a member waits for a leader, or for the promises of a ballot, before it prepares a new ballot.
 * Without doublings, a wait lasts one election timeout plus a random time of at most one election timeout.
 *
 * <p>Promises contain votes with their values, so with a fixed wait, a candidate on a slow network would never collect
 * the promises of a quorum. Therefore a candidate doubles its wait when a promise arrives for a ballot that it has
 * already given up. A Prepare contains the number of doublings, so that the other members wait equally long before they
 * start a ballot.
 */
final class BallotTimeout {
    static final int DOUBLINGS_MAX = 4;

    private final Ports ports;
    private long untilNanos;
    private int doublings;

    /** The highest ballot of this member for which a promise arrived after the member had given the ballot up. */
    private long late = Ballot.NONE;

    BallotTimeout(Ports ports) {
        this.ports = ports;
    }

    void begin() {
        begin(doublings);
    }

    /**
     * @param theirs number of times that the candidate whose Prepare has arrived has doubled its wait for promises
     */
    void begin(int theirs) {
        long silence = ports.config().electionTimeoutNanos();
        int more = Math.max(doublings, theirs);
        untilNanos = ports.nowNanos() + ((silence + ports.random(silence)) << more);
    }

    boolean isOver() {
        return ports.nowNanos() >= untilNanos;
    }

    int doublings() {
        return doublings;
    }

    /**
     * Doubles this member's wait, at most once per ballot, because a promise has arrived for a ballot that this member
     * has already given up.
     */
    void onLate(long ballot) {
        if (ballot <= late) return;
        late = ballot;
        if (doublings == DOUBLINGS_MAX) return;
        doublings++;
        begin();
    }

    void onLed() {
        doublings = 0;
    }
}
