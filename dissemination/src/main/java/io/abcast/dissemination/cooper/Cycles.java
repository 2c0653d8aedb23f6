package io.abcast.dissemination.cooper;

/**
 * Determines the successor to which each node sends blocks. Each index (number of a round, or of an attempt to send)
 * selects a uniformly random cycle over all nodes. All nodes compute equal cycles, because all nodes use the same
 * random seed. In Liu 2015, section 2.1, each permutation of the nodes is a path: the last node of the path does not
 * send, and the first node does not receive. A cycle of nodes has no ends, so every node, including the source, sends
 * in each round.
 */
public final class Cycles {
    private final long seed;
    private final boolean closed;

    private Cycles(long seed, boolean closed) {
        this.seed = seed;
        this.closed = closed;
    }

    public static Cycles of(long seed) {
        return new Cycles(seed, true);
    }

    /** Creates paths over the nodes as in Liu 2015, section 2.1: the last node of each path does not send. */
    public static Cycles paths(long seed) {
        return new Cycles(seed, false);
    }

    /**
     * Returns the successor of every node in one permutation of the nodes.
     *
     * @param index number of the permutation: the number of a round, or the number of earlier attempts of a node to
     *     send
     * @param nodes number of nodes, at least 1
     * @return for each node, the node to which it sends; -1 for a node that does not send
     */
    public int[] successors(long index, int nodes) {
        int[] order = order(index, nodes);
        int[] successors = new int[nodes];
        for (int i = 0; i < nodes - 1; i++) successors[order[i]] = order[i + 1];
        successors[order[nodes - 1]] = closed && nodes > 1 ? order[0] : -1;
        return successors;
    }

    /** Shuffle of Fisher and Yates. */
    private int[] order(long index, int nodes) {
        SeededBits bits = SeededBits.of(seed, index);
        int[] order = new int[nodes];
        for (int i = 0; i < nodes; i++) {
            int j = bits.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }
}
