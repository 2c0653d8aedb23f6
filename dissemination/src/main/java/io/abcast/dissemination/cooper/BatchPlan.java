package io.abcast.dissemination.cooper;

import java.util.Arrays;

/**
 * Start rounds and priorities of batches under a {@link BatchSchedule}. The plan is a pure function of its numbers, so
 * every node computes the same priorities alone. A round is one block sent by the source (Liu 2015, section 5.3).
 * Batches and rounds count from 0.
 */
public final class BatchPlan {
    private final BatchSchedule schedule;
    private final int constant;
    private final int window;
    private long[] starts = new long[1];
    private int batches = 1;
    private int lastBlocks;

    /**
     * @param nodes at least 1
     * @param constant C, the number of rounds that the source continues after k; Liu 2015 found 1 best (Fig. 6.11)
     */
    public BatchPlan(BatchSchedule schedule, int nodes, int constant) {
        this.schedule = schedule;
        this.constant = constant;
        this.window = log2(nodes);
    }

    /** ceil(log2 n): the number of rounds in which the best schedule reaches all n nodes (Bar-Noy, Kipnis 1994). */
    public static int log2(int nodes) {
        return 32 - Integer.numberOfLeadingZeros(nodes - 1);
    }

    /**
     * Adds the next batch and its number of blocks. Batches are added in order, because the sizes of earlier batches
     * determine the start of each batch.
     */
    public void add(int blocks) {
        if (lastBlocks > 0) {
            long start = starts[batches - 1] + lastBlocks + constant;
            if (batches > 1 && schedule != BatchSchedule.STAGGERED) start += window;
            if (batches == starts.length) starts = Arrays.copyOf(starts, 2 * batches);
            starts[batches++] = start;
        }
        lastBlocks = blocks;
    }

    /** The first round of a batch that was added. {@link BatchSchedule#SEQUENTIAL} does not use this value. */
    public long start(int batch) {
        return starts[batch];
    }

    /**
     * Whether blocks of a batch may be sent in this round.
     *
     * @param earlierDone whether every node has finished all earlier batches
     */
    public boolean live(long start, long round, boolean earlierDone) {
        return earlierDone || (schedule != BatchSchedule.SEQUENTIAL && round >= start);
    }

    /** Whether a batch with this start round now has priority over all earlier batches. */
    public boolean goesFirst(long start, long round) {
        return (schedule == BatchSchedule.OVERLAP_2 || schedule == BatchSchedule.STAGGERED)
                && start > 0
                && round >= start
                && round < start + window;
    }
}
