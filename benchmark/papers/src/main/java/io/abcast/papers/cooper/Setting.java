package io.abcast.papers.cooper;

import io.abcast.dissemination.cooper.BatchSchedule;

/**
 * Settings of a simulated transfer of files from one node to all others.
 *
 * @param nodes number of nodes, at least 2; it includes the source
 * @param megabits rate of every link, up and down, in Mbit/s
 * @param batchBytes length of each batch
 * @param batches number of batches, at least 1; the source has all of them from the start
 * @param blocks number of blocks of each batch, k
 * @param encoders maximum number of simultaneous coding jobs of one node
 * @param constant C of {@link io.abcast.dissemination.cooper.BatchPlan}
 * @param accumulators number of accumulators from which relays recode; 0: relays recode from all rows that they hold
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
    /** Length of the thesis's file: 100 MB. */
    static final double FILE_BYTES = 100e6;

    /** Rate of a link in Mbit/s: "Low to moderate network performance", "around 15 Mbps" (section 6.2). */
    static final double MEGABITS = 15;

    /** Number of EC2 instances in section 6.2. */
    static final int NODES = 20;

    /**
     * The constant C: "The best broadcast finish time for Overlap-2 is achieved by setting C1 = C2 = ... = 1" (section
     * 6.3).
     */
    static final int CONSTANT = 1;

    /** The setting of section 6.2: one file of 100 MB to 19 nodes, with one encoder. */
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

    /** Time in ns that a link needs for a block, if no other block uses the link. */
    long blockNanos() {
        return (long) (blockBytes() * 1e9 / bytesPerSecond());
    }
}
