package io.abcast.dissemination.cooper.rounds;

import io.abcast.dissemination.cooper.SeededBits;
import io.abcast.dissemination.cooper.code.Accumulators;
import io.abcast.dissemination.cooper.code.FieldKernel;

/**
 * A node of the rounds model that recodes blocks from a few accumulators, which are random combinations of the node's
 * blocks. Each accumulator costs two multiply-adds for each sent block and one multiply-add for each received block.
 */
final class AccumulatorNode extends CodedNode {
    private final Accumulators accumulators;
    private final byte[][] held;
    private int rows;

    AccumulatorNode(FieldKernel kernel, int k, int accumulators, boolean source) {
        super(kernel, k, source);
        this.accumulators = new Accumulators(kernel, accumulators, k);
        this.held = new byte[k][];
        if (source) for (int i = 0; i < k; i++) held[rows++] = unit(k, i);
    }

    @Override
    void recode(SeededBits bits, byte[] row) {
        accumulators.absorb(bits, held[bits.nextInt(rows)]);
        accumulators.draw(bits, row);
    }

    @Override
    public void receive(SeededBits bits, byte[] sent) {
        int before = rank();
        super.receive(bits, sent);
        if (rank() == before) return;
        held[rows++] = sent;
        accumulators.absorb(bits, sent);
    }
}
