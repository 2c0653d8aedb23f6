package io.abcast.dissemination.cooper;

import java.util.Arrays;

/**
 * The rounds of a {@link BatchSchedule}: a pure function of the plan's numbers, so that every node can tell by itself what goes first. A
 * round is one block sent by the source (Liu 2015, section 5.3). Batches count from 0, and so do rounds.
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
     * @param constant C, the rounds that the source goes on after k; Liu 2015 found 1 best (Fig. 6.11)
     */
    public BatchPlan(BatchSchedule schedule, int nodes, int constant) {
        this.schedule = schedule;
        this.constant = constant;
        this.window = log2(nodes);
    }

    /** ceil(log2 n): how long the best schedule takes to reach everyone (Bar-Noy, Kipnis 1994). */
    public static int log2(int nodes) {
        return 32 - Integer.numberOfLeadingZeros(nodes - 1);
    }

    /** Says how large the next batch is, in order. Its start is known with the sizes of those before. */
    public void add(int blocks) {
        if (lastBlocks > 0) {
            long start = starts[batches - 1] + lastBlocks + constant;
            if (batches > 1 && schedule != BatchSchedule.STAGGERED) start += window;
            if (batches == starts.length) starts = Arrays.copyOf(starts, 2 * batches);
            starts[batches++] = start;
        }
        lastBlocks = blocks;
    }

    /** The first round of a batch that was added. {@link BatchSchedule#SEQUENTIAL} does not ask. */
    public long start(int batch) {
        return starts[batch];
    }

    /**
     * Whether blocks of a batch may be sent.
     *
     * @param earlierDone all batches before it are finished at every node
     */
    public boolean live(long start, long round, boolean earlierDone) {
        return earlierDone || (schedule != BatchSchedule.SEQUENTIAL && round >= start);
    }

    /** Whether a batch, by its start, goes before all earlier ones now. */
    public boolean goesFirst(long start, long round) {
        return (schedule == BatchSchedule.OVERLAP_2 || schedule == BatchSchedule.STAGGERED)
                && start > 0
                && round >= start
                && round < start + window;
    }
}
