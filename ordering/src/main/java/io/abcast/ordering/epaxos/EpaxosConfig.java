package io.abcast.ordering.epaxos;

import io.abcast.ordering.log.LogConfig;
import java.util.function.LongUnaryOperator;

/**
 * Settings of an {@link EpaxosNode}.
 *
 * @param log settings of all ordering protocols; {@code window} limits the instances that a member opens ahead of their
 *     execution, and {@code openBytesMax} has no effect
 * @param batchBytesMax maximum sum of the payload bytes in one instance; an instance with a single request may exceed
 *     it
 * @param retainedMax number of instances at a member above which it deletes executed instances that slow or unreachable
 *     members may still need
 * @param inlineBytesMax maximum bytes of a payload that is stored inside its request, in [0, {@link
 *     Request#INLINE_BYTES_LIMIT}]; members may have different values
 * @param looseBytesMax maximum bytes of separately sent payloads that a member stores per sender before their instances
 *     arrive
 */
public record EpaxosConfig(
        LogConfig log, int batchBytesMax, int retainedMax, int inlineBytesMax, long looseBytesMax) {
    /**
     * Checks that each setting is in its range.
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

    /** Returns EPaxos settings with the shared settings {@code log}, and defaults for all other settings. */
    public static EpaxosConfig of(LogConfig log) {
        return new EpaxosConfig(log, 64 << 10, 1 << 16, Request.INLINE_BYTES_DEFAULT, 16 << 20);
    }

    /**
     * Returns random EPaxos settings for a simulation, with limits so small that a simulated run reaches all of them.
     *
     * @param below function that returns a random number from 0 (inclusive) to its argument (exclusive)
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
