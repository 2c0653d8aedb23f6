package io.abcast.sim.check;

import io.abcast.kernel.Refusal;

/**
 * One request of a client, with the data that the client observes. Only {@link RunHistory} changes an
 * {@code ObservedRequest}.
 */
public final class ObservedRequest {
    /** Outcome of the request at its client or at its node. */
    public enum State {
        PENDING,
        DELIVERED,
        REFUSED,
        /**
         * State of a request whose outcome the client will not learn, because it waited too long or the member has
         * crashed.
         */
        LOST
    }

    /** Value of {@link #number} for a request that the driver never passed to a node. */
    static final long NEVER_HANDED = -1;

    int rank;

    final int incarnation;
    final long digest;
    final long submittedNanos;

    long number = NEVER_HANDED;

    int installsBefore;

    /** Outcome of the request at its node, even if the client has not received the answer yet. */
    State state = State.PENDING;

    Refusal refusal;

    boolean told;

    /**
     * Whether the request is a change of the ensemble; no checker checks the order of such a change relative to other
     * requests.
     */
    boolean change;

    boolean afterLoss;

    /**
     * Place of the request in the order of entries, from 0; -1 until the member that submitted the request has
     * delivered it.
     */
    int index = -1;

    /**
     * The first entry with this request that any member delivered; {@code null} if no member has delivered such an
     * entry.
     */
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

    /** Number of the request at its node; negative if the driver never passed the request to a node. */
    public long number() {
        return number;
    }

    /** Whether the request is a change of the ensemble. */
    public boolean isChange() {
        return change;
    }

    /** Virtual time in ns at which the member accepted the request. */
    public long submittedNanos() {
        return submittedNanos;
    }

    /** Whether the client has received the answer to its request, or will never receive an answer. */
    public boolean isTold() {
        return told;
    }

    /** Outcome of the request as far as the client knows. */
    public State state() {
        return told ? state : State.PENDING;
    }

    /** Reason for which the request was refused; {@code null} if the request was not refused. */
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
