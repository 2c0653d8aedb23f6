package io.abcast.dissemination.omaha;

/**
 * The settings of {@link Omaha}, which holds and merges messages. Immutable.
 *
 * @param aggregation rule that decides whether Omaha holds a message.
 * @param periodNanos hold time in ns of the first message for a destination; used only with {@link Aggregation#TIME}
 * @param pledgeTimeoutNanos lifetime in ns of a pledge that its owner does not close; not used with {@link
 *     Aggregation#ALGORITHM_1}
 * @param bytesMax maximum number of message bytes that Omaha holds for one destination; not used with {@link
 *     Aggregation#ALGORITHM_1}
 * @param holdMaxNanos maximum hold time in ns of any message, even if the message's own timeout is longer.
 * @param graceNanos time in ns for which Omaha still holds messages after the last pledge to their destination has
 *     ended.
 * @param ownPledgesCount whether messages of an application may also wait for pledges of that application; used only
 *     with {@link Aggregation#PLEDGES}
 * @param learnsTimes whether Omaha corrects the stated durations of pledges by the actual durations of earlier pledges;
 *     an extension of Mahamdi and others (2023), used only with {@link Aggregation#PLEDGES}
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
    /**
     * Lifetime of a pledge, as a multiple of its expected duration; later, its messages will probably not follow soon.
     */
    static final int LIFE_PER_EXPECTED = 4;

    private static final long LIFE_NANOS = 1_000_000_000L;
    private static final int BYTES_MAX = 32_768;

    /**
     * Checks the ranges of Omaha's settings.
     *
     * @throws IllegalArgumentException if a setting of Omaha is out of its range
     */
    public OmahaSettings {
        if (periodNanos < 0)
            throw new IllegalArgumentException(
                    "period: expected at least 0 ns, got " + periodNanos);
        if (pledgeTimeoutNanos <= 0)
            throw new IllegalArgumentException(
                    "pledge timeout: expected at least 1 ns, got " + pledgeTimeoutNanos);
        if (bytesMax <= 0)
            throw new IllegalArgumentException("bytes held: expected at least 1, got " + bytesMax);
        if (holdMaxNanos < 0)
            throw new IllegalArgumentException(
                    "hold time: expected at least 0 ns, got " + holdMaxNanos);
        if (graceNanos < 0)
            throw new IllegalArgumentException("grace: expected at least 0 ns, got " + graceNanos);
    }

    /**
     * Returns the recommended settings of Omaha: {@link Aggregation#PLEDGES}, with the default values of this class for
     * the remaining settings.
     */
    public static OmahaSettings pledges() {
        return new OmahaSettings(
                Aggregation.PLEDGES, 0, LIFE_NANOS, BYTES_MAX, Long.MAX_VALUE, 0, true, false);
    }

    /** Returns the settings with which Omaha runs Algorithm 1 of Mahamdi and others (2023) without changes. */
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

    /** Returns the settings of the baseline of Mahamdi and others (2023), which holds each message for a fixed time. */
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

    /** Returns the settings with which Omaha holds no messages. */
    public static OmahaSettings none() {
        return new OmahaSettings(
                Aggregation.NONE, 0, LIFE_NANOS, BYTES_MAX, Long.MAX_VALUE, 0, false, false);
    }

    public OmahaSettings withPledgeLifeNanos(long nanos) {
        return with(nanos, bytesMax, holdMaxNanos, graceNanos, ownPledgesCount, learnsTimes);
    }

    public OmahaSettings withBytesMax(int bytes) {
        return with(
                pledgeTimeoutNanos, bytes, holdMaxNanos, graceNanos, ownPledgesCount, learnsTimes);
    }

    public OmahaSettings withHoldMaxNanos(long nanos) {
        return with(pledgeTimeoutNanos, bytesMax, nanos, graceNanos, ownPledgesCount, learnsTimes);
    }

    public OmahaSettings withGraceNanos(long nanos) {
        return with(
                pledgeTimeoutNanos, bytesMax, holdMaxNanos, nanos, ownPledgesCount, learnsTimes);
    }

    public OmahaSettings withOwnPledgesCount(boolean count) {
        return with(pledgeTimeoutNanos, bytesMax, holdMaxNanos, graceNanos, count, learnsTimes);
    }

    public OmahaSettings withLearnsTimes(boolean learns) {
        return with(
                pledgeTimeoutNanos, bytesMax, holdMaxNanos, graceNanos, ownPledgesCount, learns);
    }

    private OmahaSettings with(
            long life, int bytes, long hold, long grace, boolean own, boolean learns) {
        return new OmahaSettings(aggregation, periodNanos, life, bytes, hold, grace, own, learns);
    }
}
