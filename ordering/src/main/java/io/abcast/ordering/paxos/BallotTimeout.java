package io.abcast.ordering.paxos;

import io.abcast.ordering.log.Ports;

/**
 * The time for which a member waits for a leader, or for the promises of a ballot, before it prepares a new ballot. The
 * time is an election timeout plus a random part of an election timeout.
 *
 * <p>Promises carry votes with their values, so on a slow network promises may take longer than a fixed wait. If the
 * wait were fixed, the acceptors would send all their votes again for each new ballot, and no candidate would ever
 * lead. Therefore the wait doubles when a promise arrives for a ballot that the candidate has already given up. A
 * Prepare contains the number of doublings, so that the other members wait equally long before they start a ballot of
 * their own. Only the arrival of a promise doubles the wait. So a candidate that receives no messages does not make
 * other members wait longer.
 */
final class BallotTimeout {
    static final int DOUBLINGS_MAX = 4;

    private final Ports ports;
    private long untilNanos;
    private int doublings;

    /** The highest own ballot whose promises arrived too late. */
    private long late = Ballot.NONE;

    BallotTimeout(Ports ports) {
        this.ports = ports;
    }

    /** Starts the wait. */
    void begin() {
        begin(doublings);
    }

    /** Starts the wait for a ballot of another candidate, which has doubled its own wait {@code theirs} times. */
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

    /** Handles a promise that has arrived too late: this member has already given up the ballot. */
    void onLate(long ballot) {
        if (ballot <= late) return;
        late = ballot;
        if (doublings == DOUBLINGS_MAX) return;
        doublings++;
        begin();
    }

    /** Called when this member begins to lead a ballot. */
    void onLed() {
        doublings = 0;
    }
}
