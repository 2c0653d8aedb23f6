package io.abcast.papers.cooper;

import io.abcast.dissemination.cooper.BatchSchedule;

/**
 * Settings of a simulated transfer of files from one node (the source) to all other nodes.
 *
 * @param nodes number of nodes, at least 2, including the source
 * @param megabits rate of every uplink and downlink, in Mbit/s
 * @param batchBytes length of each coding batch, in bytes
 * @param batches number of coding batches, at least 1; the source has all batches from the start
 * @param blocks number k of blocks of each coding batch
 * @param encoders maximum number of simultaneous coding jobs of one node
 * @param constant the constant C of {@link io.abcast.dissemination.cooper.BatchPlan}, the schedule of coding batches
 * @param accumulators number of accumulators (random linear combinations of received blocks) from which relays recode;
 *     if 0, relays recode from all blocks that they hold
 * @param receives maximum number of simultaneous transfers to one node
 */
record Setting(
        int nodes,
        double megabits,
        double batchBytes,
        int batches,
        int blocks,
        int encoders,
        BatchSchedule schedule,
        int constant,
        CodingCost cost,
        int accumulators,
        int receives) {
    static final double FILE_BYTES = 100e6;

    /** Rate of every link in Mbit/s; Liu 2015, section 6.2: "Low to moderate network performance", "around 15 Mbps". */
    static final double MEGABITS = 15;

    static final int NODES = 20;

    /**
     * The constant C of the schedule Overlap-2; Liu 2015, section 6.3: "The best broadcast finish time for Overlap-2 is
     * achieved by setting C1 = C2 = ... = 1".
     */
    static final int CONSTANT = 1;

    /** Liu 2015, section 6.2: the source sends one file of 100 MB to 19 nodes, and each node has one encoder. */
    static Setting of(int blocks, CodingCost cost) {
        return new Setting(
                NODES,
                MEGABITS,
                FILE_BYTES,
                1,
                blocks,
                1,
                BatchSchedule.SEQUENTIAL,
                CONSTANT,
                cost,
                0,
                1);
    }

    Setting nodes(int n, double mbits) {
        return new Setting(
                n,
                mbits,
                batchBytes,
                batches,
                blocks,
                encoders,
                schedule,
                constant,
                cost,
                accumulators,
                receives);
    }

    Setting encoders(int count) {
        return new Setting(
                nodes,
                megabits,
                batchBytes,
                batches,
                blocks,
                count,
                schedule,
                constant,
                cost,
                accumulators,
                receives);
    }

    Setting batches(int count, double bytes, BatchSchedule order, int c) {
        return new Setting(
                nodes,
                megabits,
                bytes,
                count,
                blocks,
                encoders,
                order,
                c,
                cost,
                accumulators,
                receives);
    }

    Setting accumulators(int count) {
        return new Setting(
                nodes,
                megabits,
                batchBytes,
                batches,
                blocks,
                encoders,
                schedule,
                constant,
                cost,
                count,
                receives);
    }

    Setting receives(int count) {
        return new Setting(
                nodes,
                megabits,
                batchBytes,
                batches,
                blocks,
                encoders,
                schedule,
                constant,
                cost,
                accumulators,
                count);
    }

    double bytesPerSecond() {
        return bytesPerSecond(megabits);
    }

    static double bytesPerSecond(double megabits) {
        return megabits * 1e6 / 8;
    }

    double blockBytes() {
        return batchBytes / blocks;
    }

    long blockNanos() {
        return (long) (blockBytes() * 1e9 / bytesPerSecond());
    }
}
