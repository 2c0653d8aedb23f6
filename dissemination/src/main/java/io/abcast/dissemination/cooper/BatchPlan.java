package io.abcast.dissemination.cooper;

import java.util.Arrays;

/**
 * Computes start rounds and priorities of batches under a {@link BatchSchedule}. The results depend only on the
 * arguments, so every node computes the same priorities without exchanging messages. A round is the time in which the
 * source sends one block (Liu 2015, section 5.3). Batches and rounds are counted from 0.
 */
public final class BatchPlan {
    private final BatchSchedule schedule;
    private final int constant;
    private final int window;
    private long[] starts = new long[1];
    private int batches = 1;
    private int lastBlocks;

    /**
     * Creates a plan without batches.
     *
     * @param nodes number of nodes, at least 1
     * @param constant C, the number of rounds for which the source continues to send after its k blocks; C = 1 was best
     *     in Liu 2015, figure 6.11
     */
    public BatchPlan(BatchSchedule schedule, int nodes, int constant) {
        this.schedule = schedule;
        this.constant = constant;
        this.window = log2(nodes);
    }

    /**
     * Computes ceil(log2 n), the number of rounds in which the best schedule reaches all n nodes (Bar-Noy and Kipnis
     * 1994).
     */
    public static int log2(int nodes) {
        return 32 - Integer.numberOfLeadingZeros(nodes - 1);
    }

    /**
     * Adds the next batch, which has {@code blocks} blocks. Batches must be added in their order, because the sizes of
     * earlier batches determine the start of each batch.
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
     * The first round of a batch that was added by {@link #add}. {@link BatchSchedule#SEQUENTIAL} does not use this
     * value.
     */
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
