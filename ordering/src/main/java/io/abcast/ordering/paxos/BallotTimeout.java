package io.abcast.ordering.paxos;

import io.abcast.ordering.log.Ports;

/**
 * How long a member waits for a leader, or for the promises of a ballot, before it prepares a new ballot: a election timeout and a random share of
 * another one.
 *
 * <p>Promises carry votes with their values, so on a slow network they may take longer than that. Then each new ballot makes the acceptors send
 * all of it again, and no ballot is ever led. So the wait doubles when a promise of a ballot arrives that the candidate has given up. A Prepare
 * names the doublings, because the other members must not interrupt the candidate either. Only the arrival of a promise doubles the wait: a
 * candidate that receives nothing holds no other member up.
 */
final class BallotTimeout {
    static final int DOUBLINGS_MAX = 4;

    private final Ports ports;
    private long untilNanos;
    private int doublings;

    /** The highest own ballot whose promises came too late. */
    private long late = Ballot.NONE;

    BallotTimeout(Ports ports) {
        this.ports = ports;
    }

    /** The wait begins. */
    void begin() {
        begin(doublings);
    }

    /** The wait begins, for a ballot of another candidate, which has doubled its own wait so often. */
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

    /** A promise of an own ballot has arrived after that ballot was given up. */
    void onLate(long ballot) {
        if (ballot <= late) return;
        late = ballot;
        if (doublings == DOUBLINGS_MAX) return;
        doublings++;
        begin();
    }

    /** A ballot is led. */
    void onLed() {
        doublings = 0;
    }
}
