package io.abcast.sim.check;

import io.abcast.kernel.Zxid;

/**
 * One distinct entry that was seen anywhere in a run: two entries with one zxid but different content are two of these.
 * The fields that change are moved by {@link RunHistory} alone.
 */
public final class Txn {
    private final int ordinal;
    private final long zxid;
    private final int origin;
    private final long request;
    private final long digest;

    /** Next one with the same zxid and other content; must stay {@code null} in a correct run. */
    Txn variant;

    /** Bit per rank: the member's log has been seen to hold it durably at some time. */
    long heldBy;

    /** Whether the primary of its epoch has appended it first: its broadcast. */
    boolean broadcast;

    /** Whether any member has delivered it. */
    boolean delivered;

    /** The slot in which it was decided; 0: unknown, or the order has no slots. */
    private long slot;

    /** Whether it may be lost, because all storages that its decision needed may be: see {@link RunHistory#storageLost}. */
    boolean shaky;

    Txn(int ordinal, long zxid, int origin, long request, long digest) {
        this.ordinal = ordinal;
        this.zxid = zxid;
        this.origin = origin;
        this.request = request;
        this.digest = digest;
    }

    /** Number in order of first appearance in the run, from 0. */
    public int ordinal() {
        return ordinal;
    }

    public long zxid() {
        return zxid;
    }

    /** Server id at which the request entered, as the entry says. */
    public int origin() {
        return origin;
    }

    public long request() {
        return request;
    }

    /** The slot in which it was decided last; 0: unknown, or the order has no slots. */
    public long slot() {
        return slot;
    }

    void slot(long of) {
        if (of != 0) slot = of;
    }

    /** Hash of the payload. */
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
