package io.abcast.kernel;

/**
 * One entry of the replicated history: what was ordered, where, and on whose behalf.
 *
 * @param zxid position in the total order, see {@link Zxid}
 * @param origin server id of the member at which the request entered
 * @param request the origin's number for the request; unique at the origin, also across its restarts
 * @param payload the application's bytes, or those of a {@link Reconfiguration}; never changed after construction, by anyone
 * @param kind whose bytes they are
 */
public record Entry(long zxid, int origin, long request, byte[] payload, Kind kind) {
    /** What an entry is for. The order is that of the numbers in the log and on the wire. */
    public enum Kind {
        /** The application's. */
        REQUEST,
        /** A {@link Reconfiguration}; the state machine never sees it. */
        MEMBERSHIP
    }

    /** Bytes of everything but the payload, as the log and the wire account for it. */
    public static final int OVERHEAD_BYTES = 28;

    private static final Kind[] KINDS = Kind.values();
    private static final int KIND_SHIFT = 16;

    /** The application's. */
    public Entry(long zxid, int origin, long request, byte[] payload) {
        this(zxid, origin, request, payload, Kind.REQUEST);
    }

    /**
     * An entry as the log and the wire have it.
     *
     * @param tag as {@link #tag}
     * @throws MalformedFrameException if there is no such kind
     */
    public static Entry tagged(long zxid, int tag, long request, byte[] payload) {
        if (!isTag(tag))
            throw new MalformedFrameException(
                    "entry: expected a tag of an origin and kind 0.."
                            + (KINDS.length - 1)
                            + ", got "
                            + tag);
        Kind kind = KINDS[tag >>> KIND_SHIFT];
        return new Entry(zxid, tag & Membership.ID_MAX, request, payload, kind);
    }

    /** Whether {@link #tag} can be that number. */
    public static boolean isTag(int tag) {
        return tag >>> KIND_SHIFT < KINDS.length && (tag & Membership.ID_MAX) != 0;
    }

    /** Whether an entry with that {@link #tag} is of kind {@link Kind#MEMBERSHIP}. */
    public static boolean isMembership(int tag) {
        return tag >>> KIND_SHIFT == Kind.MEMBERSHIP.ordinal();
    }

    /** Origin and kind in one number: the origin itself for the application's entries. */
    public int tag() {
        return kind.ordinal() << KIND_SHIFT | origin;
    }

    /** Whether it changes the ensemble. */
    public boolean isMembership() {
        return kind == Kind.MEMBERSHIP;
    }

    /** Bytes that the entry takes in the log and on the wire. */
    public int bytes() {
        return OVERHEAD_BYTES + payload.length;
    }

    @Override
    public String toString() {
        return Zxid.toString(zxid)
                + "("
                + origin
                + "#"
                + Long.toHexString(request)
                + (isMembership() ? ",membership)" : "," + payload.length + "B)");
    }
}
