package io.abcast.ordering.epaxos;

import io.abcast.ordering.log.LogConfig;
import java.util.function.LongUnaryOperator;

/**
 * Settings of an {@link EpaxosNode}.
 *
 * @param log the settings that all ordering protocols of this module share. In EPaxos, {@code window} is the maximum
 *     number of instances that a member has opened and not executed, and {@code openBytesMax} has no effect
 * @param batchBytesMax maximum bytes of the payloads of an instance; a single request may exceed this size
 * @param retainedMax maximum number of executed instances that a member retains for members which have not executed
 *     them. If a member retains {@code retainedMax} instances, the slowest members no longer delay the removal of
 *     instances
 * @param inlineBytesMax maximum bytes of a payload that is part of its request; a larger payload is sent separately. 0
 *     to {@link Request#INLINE_BYTES_LIMIT}; members may have different values of {@code inlineBytesMax}
 * @param looseBytesMax maximum bytes of payloads from one member that have arrived before their instance
 */
public record EpaxosConfig(
        LogConfig log, int batchBytesMax, int retainedMax, int inlineBytesMax, long looseBytesMax) {
    /**
     * Checks the settings.
     *
     * @throws IllegalArgumentException if a setting is out of range; the message has the expected and the actual value
     */
    public EpaxosConfig {
        atLeast("batch_bytes_max", batchBytesMax, 1);
        atLeast("retained_max", retainedMax, 1);
        if (inlineBytesMax < 0 || inlineBytesMax > Request.INLINE_BYTES_LIMIT)
            throw new IllegalArgumentException(
                    "inline_bytes_max: expected 0.."
                            + Request.INLINE_BYTES_LIMIT
                            + ", got "
                            + inlineBytesMax);
        atLeast("buffer_bytes_max", looseBytesMax, 1);
    }

    private static void atLeast(String name, long value, long min) {
        if (value < min)
            throw new IllegalArgumentException(
                    name + ": expected at least " + min + ", got " + value);
    }

    /** Returns EPaxos settings with the defaults for batches, retained instances and the sizes of payloads. */
    public static EpaxosConfig of(LogConfig log) {
        return new EpaxosConfig(log, 64 << 10, 1 << 16, Request.INLINE_BYTES_DEFAULT, 16 << 20);
    }

    /**
     * Returns random EPaxos settings for a simulated run. The limits in the random settings are small, so that the run
     * reaches every limit.
     *
     * @param below function that returns a random number in [0, bound) for a bound
     */
    public static EpaxosConfig drawn(LongUnaryOperator below) {
        return new EpaxosConfig(
                LogConfig.drawn(below),
                new int[] {64 << 10, 2_000}[(int) below.applyAsLong(2)],
                new int[] {1 << 16, 200}[(int) below.applyAsLong(2)],
                new int[] {Request.INLINE_BYTES_DEFAULT, 32, 8}[(int) below.applyAsLong(3)],
                new long[] {16 << 20, 500}[(int) below.applyAsLong(2)]);
    }

    public EpaxosConfig bootstrap(boolean on) {
        return new EpaxosConfig(
                log.bootstrap(on), batchBytesMax, retainedMax, inlineBytesMax, looseBytesMax);
    }

    /** Returns a copy of these EPaxos settings with another value of {@link #looseBytesMax}. */
    public EpaxosConfig looseBytesMax(long bytes) {
        return new EpaxosConfig(log, batchBytesMax, retainedMax, inlineBytesMax, bytes);
    }

    /** Returns a copy of these EPaxos settings with another value of {@link #inlineBytesMax}. */
    public EpaxosConfig inlineBytesMax(int bytes) {
        return new EpaxosConfig(log, batchBytesMax, retainedMax, bytes, looseBytesMax);
    }
}
