package io.abcast.sim;

/**
 * The timeouts of a protocol in one run, in virtual nanoseconds.
 *
 * @param electionTimeoutNanos time in ns without a heartbeat of the leader after which a follower starts an election
 * @param phaseNanos maximum time in ns that a step of a fail-over waits without progress
 */
public record Timeouts(long electionTimeoutNanos, long phaseNanos) {
    /**
     * Checks that both timeouts are positive.
     *
     * @throws IllegalArgumentException if a timeout is not positive
     */
    public Timeouts {
        if (electionTimeoutNanos <= 0 || phaseNanos <= 0)
            throw new IllegalArgumentException(
                    "timeouts: expected positive ones, got "
                            + electionTimeoutNanos
                            + ", "
                            + phaseNanos);
    }

    /**
     * Maximum time in ns for which a healthy quorum may be without an established leader, whatever members outside the
     * quorum do.
     */
    public long leaderlessNanosMax() {
        return 5 * electionTimeoutNanos + phaseNanos;
    }

    /** Maximum time in ns in which a member of a healthy quorum must answer a request. */
    public long answerNanosMax() {
        return 2 * leaderlessNanosMax();
    }
}
