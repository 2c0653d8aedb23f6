package io.abcast.sim.check;

import io.abcast.kernel.Refusal;

/** One request as its client sees it. Only {@link RunHistory} changes the object. */
public final class ObservedRequest {
    /** Outcome of the request. */
    public enum State {
        PENDING,
        DELIVERED,
        REFUSED,
        /**
         * The client does not know the outcome. The client has waited for too long, or the member that accepted the
         * request has crashed.
         */
        LOST
    }

    /** Value of {@link #number} for a request that was never passed to a node. */
    static final long NEVER_HANDED = -1;

    /** Rank of the process that accepted the request. */
    int rank;

    final int incarnation;
    final long digest;
    final long submittedNanos;

    /** Number of the request at its node. */
    long number = NEVER_HANDED;

    /** Number of snapshots that its member had installed when the request was passed to the node. */
    int installsBefore;

    /** Outcome that the node has decided. The client may not have received it yet. */
    State state = State.PENDING;

    Refusal refusal;

    /** Whether the client has received its answer, or will never receive one. */
    boolean told;

    /**
     * Whether the request is a change of the ensemble. A change is answered when it takes effect, and has no order
     * relative to other requests.
     */
    boolean change;

    /**
     * Whether, when the request was submitted, fewer members than a quorum remembered the order, and had done so for
     * some time already.
     */
    boolean afterLoss;

    /** Place of the request in the order, from 0; -1 until the member that submitted the request has delivered it. */
    int index = -1;

    /** The first entry with this request that any member delivered; {@code null} if no member has delivered it. */
    Txn ordered;

    ObservedRequest(int rank, int incarnation, long digest, long submittedNanos) {
        this.rank = rank;
        this.incarnation = incarnation;
        this.digest = digest;
        this.submittedNanos = submittedNanos;
    }

    /** Rank of the process that accepted the request, see {@link RunHistory#server}. */
    public int rank() {
        return rank;
    }

    /** Number of the request at its node; negative if it was never passed to a node. */
    public long number() {
        return number;
    }

    /** Whether the request is a change of the ensemble. */
    public boolean isChange() {
        return change;
    }

    /** Time at which the member accepted the request, in virtual nanoseconds. */
    public long submittedNanos() {
        return submittedNanos;
    }

    /** Whether the client has received its answer, or will never receive one. */
    public boolean isTold() {
        return told;
    }

    /** Outcome that the client knows. */
    public State state() {
        return told ? state : State.PENDING;
    }

    /** Reason of the refusal; {@code null} if the request was not refused. */
    public Refusal refusal() {
        return refusal;
    }

    @Override
    public String toString() {
        return "request "
                + Long.toHexString(number)
                + " of rank "
                + rank
                + " ("
                + state
                + (refusal == null ? "" : " " + refusal)
                + ")";
    }
}
