package io.abcast.papers.cooper;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * Result of a simulated transfer: the time at which each node had each complete coding batch, and counts of sent
 * blocks.
 *
 * @param seconds times in seconds after the start of the transfer, by coding batch and then by node, without the
 *     source.
 * @param sent number of blocks that nodes sent over links
 * @param redundant number of sent blocks that gave their receiver no new information
 */
record Spread(double[][] seconds, long sent, long redundant) {
    double finish(int batch) {
        return DoubleStream.of(seconds[batch]).max().orElseThrow();
    }

    double first(int batch) {
        return DoubleStream.of(seconds[batch]).min().orElseThrow();
    }

    double finish() {
        return Arrays.stream(seconds).flatMapToDouble(DoubleStream::of).max().orElseThrow();
    }
}
