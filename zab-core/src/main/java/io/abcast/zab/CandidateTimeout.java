package io.abcast.zab;

/**
 * Bounds the time for which an electing member votes for a candidate that does not become leader. The timeout of the
 * candidate runs while the candidate does not lead although a quorum looks for a leader.
 */
final class CandidateTimeout {
    private static final int NO_CANDIDATE = 0;

    private final Core core;
    private final long nanos;

    private int candidate = NO_CANDIDATE;
    private long sinceNanos;
    private long limitNanos;

    /**
     * @param nanos maximum time in ns, before jitter, for which this member votes for one candidate. Jitter is added so
     *     that two members that have given up a candidate at the same moment do not give up the next candidate at the
     *     same moment
     */
    CandidateTimeout(Core core, long nanos) {
        this.core = core;
        this.nanos = nanos;
    }

    /**
     * Notes that the candidate with server id {@code id} still does not lead.
     *
     * @param claims whether the candidate {@code id} votes for itself. A candidate that votes for another member gets
     *     twice {@code nanos}, because the candidate may stop voting for that member and then lead
     * @return whether this member keeps its vote for the candidate; if false, the timeout for the next
     *     candidate starts
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

    /** Resets the candidate's timeout, because this member waits for no candidate. */
    void rest() {
        candidate = NO_CANDIDATE;
    }
}
