package io.abcast.papers.camu;

import io.abcast.papers.camu.arena.OperationMeter;
import java.util.Arrays;

/**
 * The measured figures of the operations of one run. The latency of an operation, in ms, is the time from the batch
 * that takes the operation to its delivery at the origin.
 *
 * @param everywhereMean mean time in ms from the batch that takes an operation to its last delivery, over the
 *     operations with several partitions.
 * @param batchesPerSecond number of batches of operations that a partition takes per second of virtual time.
 * @param byKind number of measured operations of each type.
 * @param multisByKind number of measured operations of each type that have several partitions.
 * @param switches number of finished switches of links between protocols in the run; a switch counts once at each end
 *     of the link.
 */
record OperationFigures(
        double mean,
        double p99,
        double multiMean,
        double multiP99,
        double everywhereMean,
        double batchesPerSecond,
        long[] byKind,
        long[] multisByKind,
        long switches) {
    private static final double MILLIS = 1e-6;
    private static final double TAIL = 0.99;

    static OperationFigures of(OperationMeter meter, double partitionSeconds, long switches) {
        long[] all = meter.latencies();
        long[] multis = meter.multiLatencies();
        return new OperationFigures(
                mean(all),
                tail(all),
                mean(multis),
                tail(multis),
                mean(meter.completions()),
                all.length / partitionSeconds,
                meter.byKind(),
                meter.multisByKind(),
                switches);
    }

    private static double mean(long[] nanos) {
        return MILLIS * Arrays.stream(nanos).average().orElse(Double.NaN);
    }

    private static double tail(long[] ascending) {
        if (ascending.length == 0) return Double.NaN;
        return MILLIS * ascending[(int) Math.ceil(TAIL * ascending.length) - 1];
    }
}
