package io.abcast.zab;

/**
 * Bounds the time for which an electing member votes for one candidate. The timeout runs while the candidate does not
 * lead although a quorum looks for a leader.
 */
final class CandidateTimeout {
    private static final int NO_CANDIDATE = 0;

    private final Core core;
    private final long nanos;

    private int candidate = NO_CANDIDATE;
    private long sinceNanos;
    private long limitNanos;

    /**
     * @param nanos the bound in ns, before jitter. Jitter is added so that members that have given up at the same
     *     moment do not give up together the next time
     */
    CandidateTimeout(Core core, long nanos) {
        this.core = core;
        this.nanos = nanos;
    }

    /**
     * Reports that candidate {@code id} still does not lead.
     *
     * @param claims whether the candidate votes for itself. A candidate that votes for another member gets twice the
     *     time, because it may stop voting for that member and then lead
     * @return whether to keep voting for the candidate; if false, the timeout starts again
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

    /** Resets the timeout, because this member waits for no candidate. */
    void rest() {
        candidate = NO_CANDIDATE;
    }
}
