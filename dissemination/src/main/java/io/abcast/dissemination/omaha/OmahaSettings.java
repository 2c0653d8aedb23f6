package io.abcast.dissemination.omaha;

/**
 * Settings of {@link Omaha}. Immutable.
 *
 * @param aggregation rule that decides whether messages are held.
 * @param periodNanos hold time of the first message of a buffer; only with {@link Aggregation#TIME}
 * @param pledgeTimeoutNanos lifetime in ns of a pledge that its owner does not close; not used with {@link
 *     Aggregation#ALGORITHM_1}
 * @param bytesMax maximum number of bytes held for one destination. If a message does not fit, the earlier messages are
 *     sent. Not used with {@link Aggregation#ALGORITHM_1}.
 * @param holdMaxNanos maximum hold time of any message, whatever its own timeout.
 * @param graceNanos time in ns for which messages still wait after the last pledge to their destination has ended. An
 *     owner closes its pledge directly before it sends the announced messages, so these messages may still follow.
 * @param ownPledgesCount whether messages of an application may also be held for its own pledges. The setting is useful
 *     if one application runs many instances, and each instance waits for its own answers. Only with {@link
 *     Aggregation#PLEDGES}
 * @param learnsTimes whether the stated times of pledges are corrected by the durations of earlier pledges; an
 *     extension of the paper. Only with {@link Aggregation#PLEDGES}
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
     * Lifetime of a pledge, as a multiple of its expected time. If the announced messages were not sent within the
     * lifetime of a pledge, they will probably not be sent soon.
     */
    static final int LIFE_PER_EXPECTED = 4;

    private static final long LIFE_NANOS = 1_000_000_000L;
    private static final int BYTES_MAX = 32_768;

    /**
     * Checks the settings.
     *
     * @throws IllegalArgumentException if a value is out of its range
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

    /** The recommended settings: pledge handles, with the default bounds of this class. */
    public static OmahaSettings pledges() {
        return new OmahaSettings(
                Aggregation.PLEDGES, 0, LIFE_NANOS, BYTES_MAX, Long.MAX_VALUE, 0, true, false);
    }

    /** Settings for the algorithm of the paper without changes. */
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

    /** Settings for the baseline of the paper. */
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

    /** Settings without aggregation. */
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
