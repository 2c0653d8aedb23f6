package io.abcast.dissemination.cooper;

import java.util.Arrays;

/**
 * Computes start rounds and priorities of a transfer's coding batches under a {@link BatchSchedule}. The results depend
 * only on the arguments of the methods, so all nodes compute equal priorities without exchanging messages. A round is
 * the time in which the source sends one block (Liu 2015, section 5.3). Batches and rounds of a transfer are numbered
 * from 0.
 */
public final class BatchPlan {
    private final BatchSchedule schedule;
    private final int constant;
    private final int window;
    private long[] starts = new long[1];
    private int batches = 1;
    private int lastBlocks;

    /**
     * Creates a plan of a transfer, at first without batches.
     *
     * @param nodes number of nodes in the transfer, at least 1
     * @param constant C, the number of rounds in which the source sends blocks of a batch after it has sent each block
     *     once; 1 is best (Liu 2015, figure 6.11)
     */
    public BatchPlan(BatchSchedule schedule, int nodes, int constant) {
        this.schedule = schedule;
        this.constant = constant;
        this.window = log2(nodes);
    }

    /**
     * Computes ceil(log2 n), the minimum number of rounds in which one block can reach all n nodes (Bar-Noy and Kipnis
     * 1994).
     */
    public static int log2(int nodes) {
        return 32 - Integer.numberOfLeadingZeros(nodes - 1);
    }

    /**
     * Adds the transfer's next batch, which has {@code blocks} blocks, to the plan. Callers must add batches in
     * ascending order of number, because the start round of a batch depends on the sizes of all earlier batches.
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

    /**
     * The first round in which nodes may send blocks of a batch that {@link #add} has added. The schedule
     * {@link BatchSchedule#SEQUENTIAL} does not use the start rounds of batches.
     */
    public long start(int batch) {
        return starts[batch];
    }

    /**
     * Whether, in round {@code round}, a node may send blocks of a batch whose start round is {@code start}.
     *
     * @param earlierDone whether every node has finished all batches before this batch
     */
    public boolean live(long start, long round, boolean earlierDone) {
        return earlierDone || (schedule != BatchSchedule.SEQUENTIAL && round >= start);
    }

    /**
     * Whether, in round {@code round}, a batch that started in round {@code start} has priority over all earlier
     * batches.
     */
    public boolean goesFirst(long start, long round) {
        return (schedule == BatchSchedule.OVERLAP_2 || schedule == BatchSchedule.STAGGERED)
                && start > 0
                && round >= start
                && round < start + window;
    }
}
