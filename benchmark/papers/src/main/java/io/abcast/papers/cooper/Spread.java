package io.abcast.papers.cooper;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * Times at which the nodes had the complete batches.
 *
 * @param seconds times in seconds, by batch and then by node, without the source.
 * @param sent number of blocks that were sent over links
 * @param redundant number of sent blocks that gave their receiver no new information
 */
record Spread(double[][] seconds, long sent, long redundant) {
    /** Time in seconds at which the last node had a batch. */
    double finish(int batch) {
        return DoubleStream.of(seconds[batch]).max().orElseThrow();
    }

    double first(int batch) {
        return DoubleStream.of(seconds[batch]).min().orElseThrow();
    }

    /** Time in seconds until all nodes had all batches. */
    double finish() {
        return Arrays.stream(seconds).flatMapToDouble(DoubleStream::of).max().orElseThrow();
    }
}
