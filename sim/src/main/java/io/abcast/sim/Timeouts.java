package io.abcast.sim;

/**
 * How fast a protocol finds that something has failed, as it was set up for one run. Virtual nanoseconds.
 *
 * @param electionTimeoutNanos how long a follower goes on without a sign of its leader
 * @param phaseNanos how long a step of a fail-over may make no progress
 */
public record Timeouts(long electionTimeoutNanos, long phaseNanos) {
    /** @throws IllegalArgumentException if one is not positive */
    public Timeouts {
        if (electionTimeoutNanos <= 0 || phaseNanos <= 0)
            throw new IllegalArgumentException(
                    "timeouts: expected positive ones, got " + electionTimeoutNanos + ", " + phaseNanos);
    }

    /** How long a healthy quorum may be without an established leader, whatever happens around it. */
    public long leaderlessNanosMax() {
        return 5 * electionTimeoutNanos + phaseNanos;
    }

    /** How long a request may take at a member of a healthy quorum. */
    public long answerNanosMax() {
        return 2 * leaderlessNanosMax();
    }
}
