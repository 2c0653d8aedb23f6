package io.abcast.ordering.epaxos;

import io.abcast.ordering.log.LogConfig;
import java.util.function.LongUnaryOperator;

/**
 * Settings of an {@link EpaxosNode}.
 *
 * @param log the settings that all orders of this module share. {@code window} is the maximum number of own instances
 *     that are not executed; {@code openBytesMax} has no effect
 * @param batchBytesMax maximum bytes of the payloads of an instance; a single request is always allowed
 * @param retainedMax number of retained instances beyond which the slowest members no longer delay their removal
 */
public record EpaxosConfig(LogConfig log, int batchBytesMax, int retainedMax) {
    /** @throws IllegalArgumentException with the expected and the actual value */
    public EpaxosConfig {
        atLeast("batch_bytes_max", batchBytesMax, 1);
        atLeast("retained_max", retainedMax, 1);
    }

    private static void atLeast(String name, long value, long min) {
        if (value < min)
            throw new IllegalArgumentException(
                    name + ": expected at least " + min + ", got " + value);
    }

    /** The default batches and retained instances. */
    public static EpaxosConfig of(LogConfig log) {
        return new EpaxosConfig(log, 64 << 10, 1 << 16);
    }

    /**
     * Settings for a simulated run: small limits, so that every limit is reached.
     *
     * @param below returns a random number in [0, bound) for a bound
     */
    public static EpaxosConfig drawn(LongUnaryOperator below) {
        return new EpaxosConfig(
                LogConfig.drawn(below),
                new int[] {64 << 10, 2_000}[(int) below.applyAsLong(2)],
                new int[] {1 << 16, 200}[(int) below.applyAsLong(2)]);
    }

    public EpaxosConfig bootstrap(boolean on) {
        return new EpaxosConfig(log.bootstrap(on), batchBytesMax, retainedMax);
    }
}
