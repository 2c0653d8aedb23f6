package io.abcast.kernel;

/**
 * One entry of the replicated history: an ordered payload, its place in the total order, and the member at which it was
 * submitted.
 *
 * @param zxid position of the entry in the total order, see {@link Zxid}
 * @param origin server id of the member at which the request was submitted
 * @param request the number that the origin has given to the request; unique at the origin, also across restarts of the
 *     origin
 * @param payload the application's bytes, or the bytes of a {@link Reconfiguration}; must never be changed after
 *     construction
 * @param kind whether the payload is a request of the application or a change of the membership
 * @param place twice the number of the slot in which the entry was decided, plus 1 if the entry is the last entry of
 *     its slot; 0 if the order has no slots
 */
public record Entry(long zxid, int origin, long request, byte[] payload, Kind kind, long place) {
    /**
     * The kinds of entries. The log and the wire format use the ordinal of an enum constant as the number of the kind.
     */
    public enum Kind {
        /** Kind of an entry whose payload is a request of the application. */
        REQUEST,
        /** Kind of an entry whose payload is a {@link Reconfiguration}, which the state machine never receives. */
        MEMBERSHIP
    }

    /** Size of an entry in bytes, without its payload. */
    public static final int OVERHEAD_BYTES = 28;

    private static final Kind[] KINDS = Kind.values();
    private static final int KIND_SHIFT = 16;

    /** Creates an entry of kind {@code REQUEST} in an order without slots. */
    public Entry(long zxid, int origin, long request, byte[] payload) {
        this(zxid, origin, request, payload, Kind.REQUEST);
    }

    /** Creates an entry of kind {@code kind} in an order without slots. */
    public Entry(long zxid, int origin, long request, byte[] payload, Kind kind) {
        this(zxid, origin, request, payload, kind, 0);
    }

    /**
     * Creates an entry of an order without slots from its form in the log and on the wire.
     *
     * @param tag origin and kind of the entry as one number, see {@link #tag}
     * @throws MalformedFrameException if no kind of entry has the number in {@code tag}
     */
    public static Entry tagged(long zxid, int tag, long request, byte[] payload) {
        return tagged(zxid, tag, 0, request, payload);
    }

    /**
     * Creates an entry of an order with slots from its form in the log and on the wire.
     *
     * @param tag origin and kind of the entry as one number, see {@link #tag}.
     * @param place slot of the entry and whether the entry ends the slot, as one number, see {@link #place}.
     * @throws MalformedFrameException if no kind of entry has the number in {@code tag}, or if {@code place} is
     *     negative
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

    /** Returns the {@link #place} of an entry that was decided in {@code slot}. */
    public static long placeOf(long slot, boolean endsSlot) {
        return slot << 1 | (endsSlot ? 1 : 0);
    }

    /** Number of the slot in which the entry was decided; 0 if the order has no slots. */
    public long slot() {
        return place >>> 1;
    }

    /** Whether this entry is the last entry of its slot. */
    public boolean endsSlot() {
        return (place & 1) == 1;
    }

    /** Whether {@code tag} is a valid {@link #tag}, the origin and kind of an entry as one number. */
    public static boolean isTag(int tag) {
        return tag >>> KIND_SHIFT < KINDS.length && (tag & Membership.ID_MAX) != 0;
    }

    /** Whether an entry with the {@link #tag} {@code tag} is of kind {@link Kind#MEMBERSHIP}. */
    public static boolean isMembership(int tag) {
        return tag >>> KIND_SHIFT == Kind.MEMBERSHIP.ordinal();
    }

    /** The origin and the kind of this entry, encoded in one number. */
    public int tag() {
        return kind.ordinal() << KIND_SHIFT | origin;
    }

    /** Whether this entry changes the membership of the ensemble. */
    public boolean isMembership() {
        return kind == Kind.MEMBERSHIP;
    }

    /** Size of this entry in bytes, including its payload. */
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
