package io.abcast.papers.cooper;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * When the nodes had what was spread.
 *
 * @param seconds by batch, then by node; the source is left out
 * @param sent blocks that went over links
 * @param redundant of these, those that told their receiver nothing
 */
record Spread(double[][] seconds, long sent, long redundant) {
    /** The last node's. */
    double finish(int batch) {
        return DoubleStream.of(seconds[batch]).max().orElseThrow();
    }

    double first(int batch) {
        return DoubleStream.of(seconds[batch]).min().orElseThrow();
    }

    /** Until everyone had everything. */
    double finish() {
        return Arrays.stream(seconds).flatMapToDouble(DoubleStream::of).max().orElseThrow();
    }
}
