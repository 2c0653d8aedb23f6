package io.abcast.kernel;

/**
 * One entry of the replicated history: an ordered payload, its place in the order, and its origin.
 *
 * @param zxid position in the total order, see {@link Zxid}
 * @param origin server id of the member at which the request was submitted
 * @param request the origin's number for the request; unique at the origin, also across its restarts
 * @param payload the application's bytes, or those of a {@link Reconfiguration}; must never be changed after
 *     construction.
 * @param kind whether the payload belongs to the application or is a change of the ensemble.
 * @param place twice the number of the slot in which the entry was decided, plus 1 if the entry is the last one of its
 *     slot. The place is 0 if the order has no slots
 */
public record Entry(long zxid, int origin, long request, byte[] payload, Kind kind, long place) {
    /** The kind of an entry. The ordinal of a constant is its number in the log and on the wire. */
    public enum Kind {
        /** A request of the application. */
        REQUEST,
        /** A {@link Reconfiguration}, which the state machine never receives. */
        MEMBERSHIP
    }

    /** Size of an entry without its payload in bytes. The bounds on the log and on messages count this size. */
    public static final int OVERHEAD_BYTES = 28;

    private static final Kind[] KINDS = Kind.values();
    private static final int KIND_SHIFT = 16;

    /** Creates an entry of the application. */
    public Entry(long zxid, int origin, long request, byte[] payload) {
        this(zxid, origin, request, payload, Kind.REQUEST);
    }

    /** Creates an entry of an order without slots. */
    public Entry(long zxid, int origin, long request, byte[] payload, Kind kind) {
        this(zxid, origin, request, payload, kind, 0);
    }

    /**
     * Creates an entry from its form in the log and on the wire.
     *
     * @param tag see {@link #tag}
     * @throws MalformedFrameException if no kind has the number in {@code tag}
     */
    public static Entry tagged(long zxid, int tag, long request, byte[] payload) {
        return tagged(zxid, tag, 0, request, payload);
    }

    /**
     * Creates an entry from its form in the log and on the wire.
     *
     * @param tag see {@link #tag}
     * @param place see {@link #place}
     * @throws MalformedFrameException if no kind has the number in {@code tag}, or the place is negative
     */
    public static Entry tagged(long zxid, int tag, long place, long request, byte[] payload) {
        if (place < 0) throw new MalformedFrameException("entry: place " + place);
        if (!isTag(tag))
            throw new MalformedFrameException(
                    "entry: expected a tag of an origin and kind 0.."
                            + (KINDS.length - 1)
                            + ", got "
                            + tag);
        Kind kind = KINDS[tag >>> KIND_SHIFT];
        return new Entry(zxid, tag & Membership.ID_MAX, request, payload, kind, place);
    }

    /** Returns the {@link #place} of an entry in {@code slot}. */
    public static long placeOf(long slot, boolean endsSlot) {
        return slot << 1 | (endsSlot ? 1 : 0);
    }

    /** Number of the slot in which the entry was decided; 0 if the order has no slots. */
    public long slot() {
        return place >>> 1;
    }

    /** Whether the entry is the last one of its slot. */
    public boolean endsSlot() {
        return (place & 1) == 1;
    }

    /** Whether {@code tag} is a valid {@link #tag}. */
    public static boolean isTag(int tag) {
        return tag >>> KIND_SHIFT < KINDS.length && (tag & Membership.ID_MAX) != 0;
    }

    /** Whether an entry with that {@link #tag} is of kind {@link Kind#MEMBERSHIP}. */
    public static boolean isMembership(int tag) {
        return tag >>> KIND_SHIFT == Kind.MEMBERSHIP.ordinal();
    }

    /**
     * Origin and kind of the entry, encoded in one number. For an entry of the application the number equals the
     * origin.
     */
    public int tag() {
        return kind.ordinal() << KIND_SHIFT | origin;
    }

    /** Whether the entry changes the ensemble. */
    public boolean isMembership() {
        return kind == Kind.MEMBERSHIP;
    }

    /** Size of the entry in bytes. The bounds on the log and on messages count this size. */
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
                + (isMembership() ? ",membership" : "," + payload.length + "B")
                + (place == 0 ? ")" : ",slot " + slot() + (endsSlot() ? ")" : "..)"));
    }
}
