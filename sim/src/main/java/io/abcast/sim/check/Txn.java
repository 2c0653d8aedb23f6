package io.abcast.sim.check;

import io.abcast.kernel.Zxid;

/**
 * One distinct entry that occurred in any log or delivery of a run. Two entries with one zxid but different content are
 * two {@code Txn} objects. Only {@link RunHistory} changes the mutable fields.
 */
public final class Txn {
    private final int ordinal;
    private final long zxid;
    private final int origin;
    private final long request;
    private final long digest;

    /** The array is never changed. */
    byte[] payload = {};

    /** Another entry with the same zxid and different content; always {@code null} in a correct run. */
    Txn variant;

    /** Members whose logs have durably held the entry at some time, with one bit per rank. */
    long heldBy;

    boolean broadcast;

    boolean delivered;

    private long slot;

    boolean shaky;

    Txn(int ordinal, long zxid, int origin, long request, long digest) {
        this.ordinal = ordinal;
        this.zxid = zxid;
        this.origin = origin;
        this.request = request;
        this.digest = digest;
    }

    /** Number of the entry, counted from 0 in the order in which entries first appeared in the run. */
    public int ordinal() {
        return ordinal;
    }

    public long zxid() {
        return zxid;
    }

    /** Id of the server at which the request was submitted, as the entry records it. */
    public int origin() {
        return origin;
    }

    public long request() {
        return request;
    }

    /** Slot in which the entry was last decided; 0 if the slot is unknown or the protocol has no slots. */
    public long slot() {
        return slot;
    }

    void slot(long of) {
        if (of != 0) slot = of;
    }

    /** Hash of the request payload of the entry. */
    public long digest() {
        return digest;
    }

    boolean is(int otherOrigin, long otherRequest, long otherDigest) {
        return origin == otherOrigin && request == otherRequest && digest == otherDigest;
    }

    @Override
    public String toString() {
        return Zxid.toString(zxid) + "(" + origin + "#" + Long.toHexString(request) + ")";
    }
}
