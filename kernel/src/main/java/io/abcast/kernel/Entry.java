package io.abcast.kernel;

/**
 * One entry of the replicated history: what was ordered, where, and on whose behalf.
 *
 * @param zxid position in the total order, see {@link Zxid}
 * @param origin server id of the member at which the request entered
 * @param request the origin's number for the request; unique at the origin, also across its restarts
 * @param payload the application's bytes; never changed after construction, by anyone
 */
public record Entry(long zxid, int origin, long request, byte[] payload) {
    /** Bytes of everything but the payload, as the log and the wire account for it. */
    public static final int OVERHEAD_BYTES = 28;

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
                + ","
                + payload.length
                + "B)";
    }
}
