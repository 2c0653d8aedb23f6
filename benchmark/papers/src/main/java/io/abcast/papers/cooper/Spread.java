package io.abcast.papers.cooper;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * Times at which the nodes had the batches.
 *
 * @param seconds times by batch, then by node; the source is left out
 * @param sent number of blocks that were sent over links
 * @param redundant number of sent blocks that gave their receiver no new information
 */
record Spread(double[][] seconds, long sent, long redundant) {
    /** Time of the last node. */
    double finish(int batch) {
        return DoubleStream.of(seconds[batch]).max().orElseThrow();
    }

    double first(int batch) {
        return DoubleStream.of(seconds[batch]).min().orElseThrow();
    }

    /** Time until all nodes had all batches. */
    double finish() {
        return Arrays.stream(seconds).flatMapToDouble(DoubleStream::of).max().orElseThrow();
    }
}
