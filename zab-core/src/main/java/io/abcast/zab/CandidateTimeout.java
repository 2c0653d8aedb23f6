package io.abcast.zab;

/** How long a looking member votes for one candidate that does not get to lead although a quorum looks for a leader. */
final class CandidateTimeout {
    private static final int NOBODY = 0;

    private final Core core;
    private final long nanos;

    private int candidate = NOBODY;
    private long sinceNanos;
    private long limitNanos;

    /** @param nanos roughly: members that lost patience at the same moment would do so again and again */
    CandidateTimeout(Core core, long nanos) {
        this.core = core;
        this.nanos = nanos;
    }

    /**
     * The candidate still does not lead.
     *
     * @param claims whether it votes for itself. One that votes for another member may lose patience with that one first
     * @return whether to go on with it; if not, patience begins again
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

    /** There is no candidate to wait for. */
    void rest() {
        candidate = NOBODY;
    }
}
