package io.abcast.sim.check;

import io.abcast.kernel.Refusal;

/** One request as its client sees it. Moved by {@link History} alone. */
public final class Request {
    /** What became of it. */
    public enum State {
        PENDING,
        DELIVERED,
        REFUSED,
        /** The member that took it crashed before it answered. */
        LOST
    }

    final int rank;
    final int incarnation;
    final long number;
    final long digest;
    final long submittedNanos;

    /** How many snapshots its member had installed when it was submitted. */
    final int installsBefore;

    State state = State.PENDING;
    Refusal refusal;

    /** Whether it is a change of the ensemble: answered when that holds, and in no order with other requests. */
    boolean change;

    /** Whether it came when fewer than a quorum remembered, and had for a while. */
    boolean afterLoss;

    /** Place in the order, from 0, once it is delivered to its own member; otherwise -1. */
    int index = -1;

    /** The first entry that carried it and was delivered anywhere, or {@code null}. */
    Txn ordered;

    Request(
            int rank,
            int incarnation,
            long number,
            long digest,
            long submittedNanos,
            int installsBefore) {
        this.rank = rank;
        this.incarnation = incarnation;
        this.number = number;
        this.digest = digest;
        this.submittedNanos = submittedNanos;
        this.installsBefore = installsBefore;
    }

    /** Whether it asks for a change of the ensemble. */
    public boolean isChange() {
        return change;
    }

    /** When the member took it, in virtual nanoseconds. */
    public long submittedNanos() {
        return submittedNanos;
    }

    public State state() {
        return state;
    }

    /** Why it was refused, or {@code null}. */
    public Refusal refusal() {
        return refusal;
    }

    /** Its number at the member that took it. */
    public long number() {
        return number;
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
