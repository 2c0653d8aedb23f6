package io.abcast.sim.groups.check;

import io.abcast.kernel.GroupTimestamp;
import io.abcast.kernel.Refusal;

/**
 * One transaction, with the data that its client and its destination groups observe. Only {@link GroupHistory} changes
 * a {@code GroupTxn}.
 */
public final class GroupTxn {
    /** Outcome of the transaction as far as the client knows. */
    public enum State {
        PENDING,
        ANSWERED,
        REFUSED,
        /**
         * State of a transaction: the client will never know the outcome, because the replica has crashed before the
         * answer.
         */
        LOST
    }

    private static final int[] NONE = {};

    final int ordinal;
    final long id;

    boolean submitted;

    int[] groups = NONE;

    /** {@code null} if the replica at which the client submitted the transaction is unknown. */
    GroupReplica submitter;

    long submittedAt;

    long submittedNanos;

    /** Time in picoseconds at which the client received the answer to the transaction; 0 if there is no answer. */
    long answeredAt;

    State state = State.PENDING;

    Refusal refusal;

    /** {@code null} before the first delivery of the transaction in any group. */
    GroupTimestamp timestamp;

    /**
     * For each group: place of the transaction in the group's order, counted from 1; 0 if the group has not delivered
     * it.
     */
    final int[] places;

    GroupTxn(int ordinal, long id, int groupsTotal) {
        this.ordinal = ordinal;
        this.id = id;
        places = new int[groupsTotal];
    }

    /** The unique id of the transaction, which its payload contains. */
    public long id() {
        return id;
    }

    public State state() {
        return state;
    }

    /**
     * Groups to which the client has addressed the transaction, in ascending order. The caller must not change the
     * array.
     */
    public int[] groups() {
        return groups;
    }

    /**
     * Place of the transaction in the order of the group {@code inGroup}, counted from 1; 0 if no replica of the group
     * has delivered the transaction.
     */
    public int place(int inGroup) {
        return places[inGroup];
    }

    boolean isMulti() {
        return groups.length > 1;
    }

    boolean isAddressedTo(int destination) {
        for (int each : groups) if (each == destination) return true;
        return false;
    }

    /** Whether a replica of each group in {@link #groups} has delivered the transaction. */
    public boolean isDeliveredEverywhere() {
        for (int each : groups) if (places[each] == 0) return false;
        return true;
    }

    boolean isDelivered() {
        return timestamp != null;
    }

    @Override
    public String toString() {
        return "transaction " + id;
    }
}
