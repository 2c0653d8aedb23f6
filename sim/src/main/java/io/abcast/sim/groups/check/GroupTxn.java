package io.abcast.sim.groups.check;

import io.abcast.kernel.GroupTimestamp;
import io.abcast.kernel.Refusal;

/** One transaction as its client and the groups see it. Only {@link GroupHistory} changes the object. */
public final class GroupTxn {
    /** Outcome that the client knows. */
    public enum State {
        PENDING,
        ANSWERED,
        REFUSED,
        /** The client will never know the outcome, because the replica has crashed before the answer. */
        LOST
    }

    private static final int[] NONE = {};

    final int ordinal;
    final long id;

    /** Whether a client has submitted the transaction. */
    boolean submitted;

    /** Groups to which the client has addressed the transaction, ascending. */
    int[] groups = NONE;

    /** Replica at which the client has submitted the transaction; {@code null} if it is unknown. */
    GroupReplica submitter;

    /** Time of the submission in picoseconds, see {@link GroupHistory#nowPicos}. */
    long submittedAt;

    long submittedNanos;

    /** Time of the answer in picoseconds; 0 if there is no answer. */
    long answeredAt;

    State state = State.PENDING;

    /** Reason of the refusal; {@code null} if the transaction was not refused. */
    Refusal refusal;

    /** Timestamp of the first delivery in any group; {@code null} before it. */
    GroupTimestamp timestamp;

    /** Place in the order of each group, counted from 1; 0 in a group that has not delivered the transaction. */
    final int[] places;

    GroupTxn(int ordinal, long id, int groupsTotal) {
        this.ordinal = ordinal;
        this.id = id;
        places = new int[groupsTotal];
    }

    /** The unique id inside the payload. */
    public long id() {
        return id;
    }

    public State state() {
        return state;
    }

    /** Groups to which the client has addressed the transaction, ascending. Must not be changed. */
    public int[] groups() {
        return groups;
    }

    /** Place in the order of the group, counted from 1; 0 if no replica of the group has delivered the transaction. */
    public int place(int inGroup) {
        return places[inGroup];
    }

    /** Whether the transaction is addressed to several groups. */
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
