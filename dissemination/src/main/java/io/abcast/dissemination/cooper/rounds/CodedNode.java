package io.abcast.dissemination.cooper.rounds;

import io.abcast.dissemination.cooper.SeededBits;
import io.abcast.dissemination.cooper.code.Elimination;
import io.abcast.dissemination.cooper.code.FieldKernel;

/**
 * A node of the rounds model that uses random linear network coding. The rounds model computes only the coefficients of
 * blocks, not their bytes. The source sends each block once unchanged before it combines blocks.
 */
class CodedNode implements RankNode {
    final int k;
    private final Elimination known;
    private final boolean source;
    private int sent;

    CodedNode(FieldKernel kernel, int k, boolean source) {
        this.k = k;
        this.known = new Elimination(kernel, k, false);
        this.source = source;
        if (source) for (int i = 0; i < k; i++) known.add(unit(k, i));
    }

    static byte[] unit(int k, int index) {
        byte[] unit = new byte[k];
        unit[index] = 1;
        return unit;
    }

    @Override
    public final int rank() {
        return known.rank();
    }

    @Override
    public final byte[] send(SeededBits bits, RankNode receiver) {
        if (rank() == 0) return null;
        if (source && sent < k) return unit(k, sent++);
        byte[] row = new byte[k];
        recode(bits, row);
        return row;
    }

    void recode(SeededBits bits, byte[] row) {
        known.draw(bits, row);
    }

    @Override
    public void receive(SeededBits bits, byte[] sent) {
        known.add(sent);
    }
}
