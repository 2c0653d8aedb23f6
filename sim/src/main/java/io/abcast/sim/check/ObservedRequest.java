package io.abcast.sim.check;

import io.abcast.kernel.Refusal;

/** One request as its client sees it. Moved by {@link RunHistory} alone. */
public final class ObservedRequest {
    /** What became of it. */
    public enum State {
        PENDING,
        DELIVERED,
        REFUSED,
        /** Its client does not know: it has waited for too long, or the member that took it has crashed. */
        LOST
    }

    /** The number of a request that no node was handed. */
    static final long NEVER_HANDED = -1;

    /** Of the process that took it. */
    int rank;

    final int incarnation;
    final long digest;
    final long submittedNanos;

    /** Its number at the node. */
    long number = NEVER_HANDED;

    /** How many snapshots its member had installed when the node was handed it. */
    int installsBefore;

    /** As the node has decided. The client may not know yet. */
    State state = State.PENDING;

    Refusal refusal;

    /** Whether the client has its answer, or none will come. */
    boolean told;

    /** Whether it is a change of the ensemble: answered when that holds, and in no order with other requests. */
    boolean change;

    /** Whether it came when fewer than a quorum remembered, and had for a while. */
    boolean afterLoss;

    /** Place in the order, from 0, once it is delivered to its own member; otherwise -1. */
    int index = -1;

    /** The first entry that carried it and was delivered anywhere, or {@code null}. */
    Txn ordered;

    ObservedRequest(int rank, int incarnation, long digest, long submittedNanos) {
        this.rank = rank;
        this.incarnation = incarnation;
        this.digest = digest;
        this.submittedNanos = submittedNanos;
    }

    /** Whether it asks for a change of the ensemble. */
    public boolean isChange() {
        return change;
    }

    /** When the member took it, in virtual nanoseconds. */
    public long submittedNanos() {
        return submittedNanos;
    }

    /** Whether the client has its answer, or none will come. */
    public boolean isTold() {
        return told;
    }

    /** As the client knows it. */
    public State state() {
        return told ? state : State.PENDING;
    }

    /** Why it was refused, or {@code null}. */
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
