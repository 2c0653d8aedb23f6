package io.abcast.ordering.paxos;

import io.abcast.ordering.log.Ports;

/**
 * The time for which a member waits for a leader, or for the promises of a ballot, before it prepares a new ballot. The
 * wait for a leader or for promises is one election timeout plus a random time of at most one election timeout.
 *
 * <p>Promises carry votes with their values, so on a slow network the promises may take longer than a wait of fixed
 * length. If the wait for promises were fixed, the acceptors would send all their votes again for each new ballot, and
 * no candidate would ever lead. Therefore a candidate doubles its wait when a promise arrives for a ballot that it has
 * already given up. A Prepare contains the number of times that the candidate has doubled its wait. So the other
 * members wait equally long before they start a ballot. Only the arrival of a late promise doubles a candidate's wait.
 * So a candidate that receives no messages does not make other members wait longer.
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

    /** Starts the wait of this member for a leader or for promises. */
    void begin() {
        begin(doublings);
    }

    /**
     * Starts this member's wait after it has received the Prepare of another candidate. The other candidate has doubled
     * its own wait for promises {@code theirs} times.
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

    /** Handles a promise for a ballot that this member has already given up. */
    void onLate(long ballot) {
        if (ballot <= late) return;
        late = ballot;
        if (doublings == DOUBLINGS_MAX) return;
        doublings++;
        begin();
    }

    /**
     * Resets this member's wait to its length without doublings. The engine calls {@code onLed} when this member begins
     * to lead a ballot.
     */
    void onLed() {
        doublings = 0;
    }
}
