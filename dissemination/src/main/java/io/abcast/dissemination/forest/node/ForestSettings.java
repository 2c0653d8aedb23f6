package io.abcast.dissemination.forest.node;

/**
 * The bounds and waiting times of a {@link ForestNode}. Immutable.
 *
 * @param keeps whether nodes keep payloads until the application forgets the payloads, so that members can fetch them.
 *     If {@code keeps} is false, nodes acknowledge frames themselves, and drop delivered payloads.
 * @param quorum number of members, including the source, that must hold a frame before its late copies lose priority
 *     and the source may give it up; 1 or more.
 * @param frameBytesMax maximum number of payload bytes in a frame.
 * @param inlineBytesMax maximum size in bytes of a small payload, which its source always sends directly and never over
 *     a relay.
 * @param payloadBytesMax maximum size in bytes of a payload that this node spreads.
 * @param ownBytesMax maximum number of bytes of a member's own frames that wait for acknowledgements; at this bound,
 *     {@link ForestNode#spread} refuses payloads.
 * @param relayQueueBytesMax maximum number of bytes of other members' frames that wait at a relay for one destination;
 *     at this bound, the relay drops frames.
 * @param bufferBytesMax maximum number of bytes that a member keeps, per source, of payloads that are incomplete or
 *     that the member's application has not claimed.
 * @param linkFramesMax maximum number of frames for one destination that the driver holds and has not yet put on the
 *     link.
 * @param tickNanos interval in ns at which the node checks which frames are late.
 * @param lateMinNanos minimum time in ns, in addition to the usual delay of acknowledgements, until an unacknowledged
 *     frame counts as late.
 * @param lateFirstNanos time in ns after which an unacknowledged frame counts as late before the first measurement of
 *     the delay.
 * @param lateMaxNanos maximum time in ns, including the back-off, after which an unacknowledged frame counts as late.
 * @param probeNanos time in ns until a suspended overlay gets its first probe; the time doubles with each failed probe.
 * @param probeMaxNanos maximum time in ns between two probes of a suspended overlay.
 * @param planLifetimeNanos time in ns for which a member uses a plan after it last received the plan
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
    /**
     * Highest number that a member can have. The node stores a set of members as the bits of a long, which allows
     * numbers up to 62.
     */
    public static final int ID_MAX = 62;

    /** Maximum number of payload bytes in any frame, whatever the settings of the frame's sender are. */
    public static final int FRAME_BYTES_LIMIT = 1 << 20;

    /** Maximum size of any payload in bytes, whatever the settings of the payload's source are. */
    public static final int PAYLOAD_BYTES_LIMIT = 64 << 20;

    static final int RANGES_SENT_MAX = 64;

    /**
     * Maximum number of gaps in the received sequence numbers of one source; a frame that would add a gap is dropped.
     */
    static final int RANGES_MAX = 1024;

    static final int FETCHES_MAX = 4096;

    private static final long MILLI = 1_000_000;

    /** @throws IllegalArgumentException if a setting is out of its range */
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

    /** Returns the default settings of a node with the given {@code keeps} and {@code quorum}. */
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
