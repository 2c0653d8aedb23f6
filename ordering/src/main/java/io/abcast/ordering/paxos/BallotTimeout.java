package io.abcast.ordering.paxos;

import io.abcast.ordering.log.Ports;

/**
 * Time that a member waits for a leader, or for the promises of a ballot, before it prepares a new ballot: an election
 * timeout plus a random share of another one.
 *
 * <p>Promises carry votes with their values, so on a slow network they may take longer. Then each new ballot would make
 * the acceptors send all of it again, and no ballot would ever be led. So the wait doubles when a promise arrives for a
 * ballot that the candidate has given up. A Prepare names the number of doublings, because the other members must not
 * interrupt the candidate either. Only the arrival of a promise doubles the wait: a candidate that receives nothing
 * delays no other member.
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

    /** Handles a promise for an own ballot that was given up before. */
    void onLate(long ballot) {
        if (ballot <= late) return;
        late = ballot;
        if (doublings == DOUBLINGS_MAX) return;
        doublings++;
        begin();
    }

    /** Called when a ballot is led. */
    void onLed() {
        doublings = 0;
    }
}
