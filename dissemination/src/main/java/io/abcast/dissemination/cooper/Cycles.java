package io.abcast.dissemination.cooper;

/**
 * Who sends to whom: a uniformly random cycle over all nodes for each index, the same at every node that has the seed. In
 * Liu 2015, section 2.1, the nodes are a path, whose last node sends to nobody and whose first receives from nobody; a cycle has no ends,
 * so that in particular the source sends in each round.
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

    /** As section 2.1 has it: the last of each permutation sends to nobody. */
    public static Cycles paths(long seed) {
        return new Cycles(seed, false);
    }

    /**
     * The successor of every node.
     *
     * @param index of the permutation, a round or a count of attempts
     * @param nodes at least 1
     * @return by node; -1 for a node that has no successor
     */
    public int[] successors(long index, int nodes) {
        int[] order = order(index, nodes);
        int[] successors = new int[nodes];
        for (int i = 0; i < nodes - 1; i++) successors[order[i]] = order[i + 1];
        successors[order[nodes - 1]] = closed && nodes > 1 ? order[0] : -1;
        return successors;
    }

    /** The permutation itself: Fisher and Yates' shuffle. */
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
