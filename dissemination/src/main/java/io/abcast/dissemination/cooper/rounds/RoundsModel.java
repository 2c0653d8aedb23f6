package io.abcast.dissemination.cooper.rounds;

import io.abcast.dissemination.cooper.BatchPlan;
import io.abcast.dissemination.cooper.BatchSchedule;
import io.abcast.dissemination.cooper.Cycles;
import io.abcast.dissemination.cooper.SeededBits;
import io.abcast.dissemination.cooper.code.FieldKernel;

/**
 * A model of a transfer from one source to n - 1 receivers in synchronous rounds. In each round, every node sends at
 * most one block to its successor. In a round, all nodes send at the same time, from the blocks that they held at the
 * start of the round. The seed determines all results of a run of the model.
 */
public final class RoundsModel {
    /**
     * No dissemination scheme needs nearly as many rounds, so a run that reaches the maximum shows a defect of the
     * model.
     */
    private static final int ROUNDS_PER_BLOCK_MAX = 100;

    private final FieldKernel kernel;
    private final Scheme scheme;
    private final int nodes;
    private final int k;

    /**
     * Creates a model of a transfer in rounds.
     *
     * @param nodes n, the number of nodes including the source, at least 2
     * @param k number of blocks in each batch, at least 1
     */
    public RoundsModel(FieldKernel kernel, Scheme scheme, int nodes, int k) {
        this.kernel = kernel;
        this.scheme = scheme;
        this.nodes = nodes;
        this.k = k;
    }

    /**
     * The minimum number of rounds in which any schedule transfers one batch, even if all nodes know the states of all
     * other nodes.
     */
    public int optimum() {
        return k + BatchPlan.log2(nodes);
    }

    /** Runs a transfer of one batch, and returns the number of rounds until every node has the batch. */
    public int run(Cycles cycles, long seed) {
        return run(cycles, seed, new BatchPlan(BatchSchedule.SEQUENTIAL, nodes, 0), 1)[0];
    }

    /**
     * Runs a transfer of several batches.
     *
     * @param plan a plan without batches, for as many nodes as this model; the run adds the batches.
     * @return for each batch, the number of rounds from the start of the transfer until every node has the batch
     */
    public int[] run(Cycles cycles, long seed, BatchPlan plan, int batches) {
        SeededBits bits = new SeededBits(seed);
        RankNode[][] held = new RankNode[batches][nodes];
        for (RankNode[] batch : held) {
            plan.add(k);
            for (int node = 0; node < nodes; node++)
                batch[node] = scheme.node(kernel, k, node == 0);
        }
        int[] finished = new int[batches];
        int roundsMax = (k + nodes) * batches * ROUNDS_PER_BLOCK_MAX;
        byte[][] sent = new byte[nodes][];
        int[] sentBatch = new int[nodes];
        for (int round = 0; !allDone(finished); round++) {
            if (round == roundsMax)
                throw new IllegalStateException("seed " + seed + ": not done after " + round);
            int[] successors = cycles.successors(round, nodes);
            for (int node = 0; node < nodes; node++) {
                sent[node] = null;
                int to = successors[node];
                int batch = to < 0 ? -1 : choose(held, node, to, round, plan, finished);
                if (batch < 0) continue;
                sentBatch[node] = batch;
                sent[node] = held[batch][node].send(bits, held[batch][to]);
            }
            for (int node = 0; node < nodes; node++)
                if (sent[node] != null)
                    held[sentBatch[node]][successors[node]].receive(bits, sent[node]);
            for (int batch = 0; batch < batches; batch++)
                if (finished[batch] == 0 && done(held[batch])) finished[batch] = round + 1;
        }
        return finished;
    }

    /** Returns -1 if no batch is suitable: started, known to the sender, and lacked by the receiver. */
    private int choose(
            RankNode[][] held, int from, int to, int round, BatchPlan plan, int[] finished) {
        int chosen = -1;
        boolean earlierDone = true;
        for (int batch = 0; batch < held.length; batch++) {
            boolean useful = held[batch][from].rank() > 0 && held[batch][to].rank() < k;
            long start = plan.start(batch);
            if (useful && plan.live(start, round, earlierDone)) {
                if (chosen < 0 || plan.goesFirst(start, round)) chosen = batch;
            }
            earlierDone &= finished[batch] > 0;
        }
        return chosen;
    }

    private boolean done(RankNode[] batch) {
        for (RankNode node : batch) if (node.rank() < k) return false;
        return true;
    }

    private static boolean allDone(int[] finished) {
        for (int rounds : finished) if (rounds == 0) return false;
        return true;
    }
}
