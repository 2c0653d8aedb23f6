package io.abcast.dissemination.forest.node;

/**
 * Bounds and times of a {@link ForestNode}. Immutable.
 *
 * @param keeps whether payloads are kept until the application forgets them, so that members can fetch them. If true,
 *     the application reports acknowledgements. If false, payloads are only delivered, and the nodes acknowledge frames
 *     themselves.
 * @param quorum number of members, including this one, whose late frames have priority: until this many members hold a
 *     frame, its late copies are sent first. A frame that so many members hold may be given up; 1 or more.
 * @param frameBytesMax maximum payload bytes of a frame.
 * @param inlineBytesMax payloads up to this size are sent directly.
 * @param payloadBytesMax maximum bytes of a payload.
 * @param ownBytesMax maximum bytes of own frames that wait for acknowledgements. At the bound, {@link
 *     ForestNode#spread} refuses payloads
 * @param relayQueueBytesMax maximum bytes of other members' frames that wait for one destination. At the bound, further
 *     frames are dropped.
 * @param bufferBytesMax maximum bytes of incomplete and unclaimed payloads that are kept for each source.
 * @param linkFramesMax maximum number of frames for one destination that the driver holds and has not yet put on the
 *     link.
 * @param tickNanos interval at which the node checks which frames are late.
 * @param lateMinNanos minimum time beyond its usual delay after which a frame counts as late.
 * @param lateFirstNanos time after which a frame counts as late while no delay has been measured.
 * @param lateMaxNanos maximum time after which a frame counts as late, including the back-off.
 * @param probeNanos time until a suspended overlay gets its first probe. The time doubles with each failed probe.
 * @param probeMaxNanos maximum time between two probes of a suspended overlay.
 * @param planLifetimeNanos time for which a plan is used after it was last received
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
    /** Highest number of a member. Sets of members are stored as the bits of a long. */
    public static final int ID_MAX = 62;

    /** Maximum bytes of any frame, whatever the settings of its sender are. */
    public static final int FRAME_BYTES_LIMIT = 1 << 20;

    /** Maximum bytes of any payload, whatever the settings of its sender are. */
    public static final int PAYLOAD_BYTES_LIMIT = 64 << 20;

    /** Maximum number of ranges in an acknowledgement. */
    static final int RANGES_SENT_MAX = 64;

    /** Maximum number of gaps in the received frames of one source. A frame that would add a further gap is dropped. */
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

    /** Returns the default settings. */
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
                200 * MILLI,
                500 * MILLI,
                10_000 * MILLI,
                200 * MILLI,
                5_000 * MILLI,
                5_000 * MILLI);
    }
}
