package io.abcast.dissemination.omaha;

/**
 * How {@link Omaha} holds messages. Immutable.
 *
 * @param aggregation what decides
 * @param periodNanos with {@link Aggregation#TIME} only: how long the first message of a buffer waits
 * @param pledgeTimeoutNanos after which a pledge that nobody ended is forgotten; not with {@link Aggregation#ALGORITHM_1}
 * @param bytesMax the most that may be held for one destination; a message that does not fit makes those before it leave. Not
 *     with {@link Aggregation#ALGORITHM_1}
 * @param holdMaxNanos no message is held longer, whatever its own timeout
 * @param graceNanos how long messages wait on after the last pledge to their destination has ended: the sends that keep it come
 *     next
 * @param ownPledgesCount whether an application's messages may be held for its own pledges as well; right where one application
 *     runs many instances, of which each waits for its own answers. With {@link Aggregation#PLEDGES} only
 * @param learnsTimes whether the times that pledges state are corrected by how long those before them have lasted: beyond the paper.
 *     With {@link Aggregation#PLEDGES} only
 */
public record OmahaSettings(
        Aggregation aggregation,
        long periodNanos,
        long pledgeTimeoutNanos,
        int bytesMax,
        long holdMaxNanos,
        long graceNanos,
        boolean ownPledgesCount,
        boolean learnsTimes) {
    /** A pledge that is this many times later than expected is not going to be kept soon. */
    static final int LIFE_PER_EXPECTED = 4;

    private static final long LIFE_NANOS = 1_000_000_000L;
    private static final int BYTES_MAX = 32_768;

    /**
     * @throws IllegalArgumentException if a figure is out of its range
     */
    public OmahaSettings {
        if (periodNanos < 0)
            throw new IllegalArgumentException("period of " + periodNanos + " ns: expected 0 up");
        if (pledgeTimeoutNanos <= 0)
            throw new IllegalArgumentException(
                    "life of a pledge of " + pledgeTimeoutNanos + " ns: expected 1 or more");
        if (bytesMax <= 0)
            throw new IllegalArgumentException(bytesMax + " bytes: expected 1 or more");
        if (holdMaxNanos < 0)
            throw new IllegalArgumentException(
                    "holding for " + holdMaxNanos + " ns: expected 0 up");
        if (graceNanos < 0)
            throw new IllegalArgumentException("grace of " + graceNanos + " ns: expected 0 up");
    }

    /** Handles, with the bounds above: what abcast recommends. */
    public static OmahaSettings pledges() {
        return new OmahaSettings(
                Aggregation.PLEDGES, 0, LIFE_NANOS, BYTES_MAX, Long.MAX_VALUE, 0, true, false);
    }

    /** The paper's own. */
    public static OmahaSettings algorithm1() {
        return new OmahaSettings(
                Aggregation.ALGORITHM_1,
                0,
                Long.MAX_VALUE,
                Integer.MAX_VALUE,
                Long.MAX_VALUE,
                0,
                false,
                false);
    }

    /** The paper's baseline. */
    public static OmahaSettings time(long periodNanos) {
        return new OmahaSettings(
                Aggregation.TIME,
                periodNanos,
                LIFE_NANOS,
                BYTES_MAX,
                Long.MAX_VALUE,
                0,
                false,
                false);
    }

    /** No aggregation. */
    public static OmahaSettings none() {
        return new OmahaSettings(
                Aggregation.NONE, 0, LIFE_NANOS, BYTES_MAX, Long.MAX_VALUE, 0, false, false);
    }

    public OmahaSettings withPledgeLifeNanos(long nanos) {
        return with(nanos, bytesMax, holdMaxNanos, graceNanos, ownPledgesCount, learnsTimes);
    }

    public OmahaSettings withBytesMax(int bytes) {
        return with(pledgeTimeoutNanos, bytes, holdMaxNanos, graceNanos, ownPledgesCount, learnsTimes);
    }

    public OmahaSettings withHoldMaxNanos(long nanos) {
        return with(pledgeTimeoutNanos, bytesMax, nanos, graceNanos, ownPledgesCount, learnsTimes);
    }

    public OmahaSettings withGraceNanos(long nanos) {
        return with(pledgeTimeoutNanos, bytesMax, holdMaxNanos, nanos, ownPledgesCount, learnsTimes);
    }

    public OmahaSettings withOwnPledgesCount(boolean count) {
        return with(pledgeTimeoutNanos, bytesMax, holdMaxNanos, graceNanos, count, learnsTimes);
    }

    public OmahaSettings withLearnsTimes(boolean learns) {
        return with(pledgeTimeoutNanos, bytesMax, holdMaxNanos, graceNanos, ownPledgesCount, learns);
    }

    private OmahaSettings with(
            long life, int bytes, long hold, long grace, boolean own, boolean learns) {
        return new OmahaSettings(aggregation, periodNanos, life, bytes, hold, grace, own, learns);
    }
}
