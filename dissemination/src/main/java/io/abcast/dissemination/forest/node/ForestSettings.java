package io.abcast.dissemination.forest.node;

/**
 * Bounds and times of a {@link ForestNode}. Immutable.
 *
 * @param keeps whether payloads are kept until the application forgets them, so that members can fetch them. The
 *     application reports acknowledgements then. Otherwise payloads are only delivered, and nodes acknowledge frames.
 * @param quorum members, this one included, that must hold a frame before the other members get late frames; 1 or more
 * @param frameBytesMax maximum payload bytes of a frame
 * @param inlineBytesMax payloads up to this size are sent directly
 * @param payloadBytesMax maximum bytes of a payload
 * @param ownBytesMax bytes of own frames that wait for acknowledgements; {@link ForestNode#spread} refuses more
 * @param relayQueueBytesMax bytes that wait for one destination on behalf of other sources; further frames are dropped
 * @param bufferBytesMax bytes of incomplete and unclaimed payloads that are kept for each source
 * @param linkFramesMax frames of one destination that the driver has and has not put on the link yet
 * @param tickNanos interval in which late frames are looked for
 * @param lateMinNanos lower bound of the time that a frame may take beyond its usual delay until it is late
 * @param lateFirstNanos time after which a frame is late before any delay has been measured
 * @param lateMaxNanos upper bound of the time after which a frame is late, back-off included
 * @param probeNanos time until a suspended overlay gets its first probe; it doubles with each failed probe
 * @param probeMaxNanos upper bound of that time
 * @param planLifetimeNanos time for which a plan is used after it was received last
 */
public record ForestSettings(
        boolean keeps,
        int quorum,
        int frameBytesMax,
        int inlineBytesMax,
        int payloadBytesMax,
        long ownBytesMax,
        int relayQueueBytesMax,
        long bufferBytesMax,
        int linkFramesMax,
        long tickNanos,
        long lateMinNanos,
        long lateFirstNanos,
        long lateMaxNanos,
        long probeNanos,
        long probeMaxNanos,
        long planLifetimeNanos) {
    /** Highest number of a member; members are bits of a long. */
    public static final int ID_MAX = 62;

    /** No frame has more bytes, whatever its sender's settings. */
    public static final int FRAME_BYTES_LIMIT = 1 << 20;

    /** No payload has more bytes, whatever its sender's settings. */
    public static final int PAYLOAD_BYTES_LIMIT = 64 << 20;

    /** Maximum number of ranges in an acknowledgement. */
    static final int RANGES_SENT_MAX = 64;

    /** Maximum number of gaps in the received frames of one source; a frame that would add one is dropped. */
    static final int RANGES_MAX = 1024;

    /** Maximum number of payloads that one member fetches at once. */
    static final int FETCHES_MAX = 4096;

    private static final long MILLI = 1_000_000;

    /** @throws IllegalArgumentException if a value is out of its range */
    public ForestSettings {
        between("quorum", quorum, 1, ID_MAX + 1);
        between("frame_bytes_max", frameBytesMax, 1, FRAME_BYTES_LIMIT);
        between("inline_bytes_max", inlineBytesMax, 0, FRAME_BYTES_LIMIT);
        between("payload_bytes_max", payloadBytesMax, frameBytesMax, PAYLOAD_BYTES_LIMIT);
        between("own_bytes_max", ownBytesMax, payloadBytesMax, Long.MAX_VALUE / 2);
        between("relay_queue_bytes_max", relayQueueBytesMax, frameBytesMax, Integer.MAX_VALUE / 2);
        between("buffer_bytes_max", bufferBytesMax, payloadBytesMax, Long.MAX_VALUE / 2);
        between("link_frames_max", linkFramesMax, 1, 1024);
        between("tick", tickNanos, 1, Long.MAX_VALUE / 2);
        between("late_min", lateMinNanos, 1, Long.MAX_VALUE / 2);
        between("late_first", lateFirstNanos, lateMinNanos, Long.MAX_VALUE / 2);
        between("late_max", lateMaxNanos, lateFirstNanos, Long.MAX_VALUE / 2);
        between("probe", probeNanos, 1, Long.MAX_VALUE / 2);
        between("probe_max", probeMaxNanos, probeNanos, Long.MAX_VALUE / 2);
        between("plan_lifetime", planLifetimeNanos, 1, Long.MAX_VALUE / 2);
    }

    private static void between(String name, long value, long least, long most) {
        if (value < least || value > most)
            throw new IllegalArgumentException(
                    name + ": expected " + least + ".." + most + ", got " + value);
    }

    /** The defaults. */
    public static ForestSettings defaults(boolean keeps, int quorum) {
        return new ForestSettings(
                keeps,
                quorum,
                64 << 10,
                1 << 10,
                16 << 20,
                64L << 20,
                4 << 20,
                32L << 20,
                2,
                10 * MILLI,
                50 * MILLI,
                500 * MILLI,
                10_000 * MILLI,
                200 * MILLI,
                5_000 * MILLI,
                5_000 * MILLI);
    }
}
