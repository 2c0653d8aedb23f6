package io.abcast.zab;

/**
 * Bounds the time for which an electing member votes for a candidate that does not become leader. The timeout runs only
 * while a quorum takes part in the election.
 */
final class CandidateTimeout {
    private static final int NO_CANDIDATE = 0;

    private final Core core;
    private final long nanos;

    private int candidate = NO_CANDIDATE;
    private long sinceNanos;
    private long limitNanos;

    /**
     * @param nanos maximum time in ns for which this member votes for one candidate, before random jitter is added
     */
    CandidateTimeout(Core core, long nanos) {
        this.core = core;
        this.nanos = nanos;
    }

    /**
     * @param claims whether the candidate votes for itself; if not, the timeout is twice as long, because the candidate
     *     must first change its vote
     * @return whether this member keeps its vote for the candidate; false if the timeout has expired
     */
    boolean lasts(int id, boolean claims, long nowNanos) {
        if (id != candidate) {
            candidate = id;
            sinceNanos = nowNanos;
            limitNanos = core.jittered(nanos);
        }
        if (nowNanos - sinceNanos < (claims ? limitNanos : 2 * limitNanos)) return true;
        rest();
        return false;
    }

    void rest() {
        candidate = NO_CANDIDATE;
    }
}
