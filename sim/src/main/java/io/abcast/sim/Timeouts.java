package io.abcast.sim;

/**
 * Times in which a protocol detects failures, as configured for one run, in virtual nanoseconds.
 *
 * @param electionTimeoutNanos time without a heartbeat of the leader after which a follower starts an election
 * @param phaseNanos time for which a step of a fail-over may make no progress
 */
public record Timeouts(long electionTimeoutNanos, long phaseNanos) {
    /** @throws IllegalArgumentException if a time is not positive */
    public Timeouts {
        if (electionTimeoutNanos <= 0 || phaseNanos <= 0)
            throw new IllegalArgumentException(
                    "timeouts: expected positive ones, got "
                            + electionTimeoutNanos
                            + ", "
                            + phaseNanos);
    }

    /** Maximum time for which a healthy quorum may lack an established leader, whatever the other members do. */
    public long leaderlessNanosMax() {
        return 5 * electionTimeoutNanos + phaseNanos;
    }

    /** Maximum time of a request at a member of a healthy quorum. */
    public long answerNanosMax() {
        return 2 * leaderlessNanosMax();
    }
}
