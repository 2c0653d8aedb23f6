package io.abcast.dissemination.cooper.rounds;

import io.abcast.dissemination.cooper.SeededBits;
import java.util.BitSet;

/**
 * A node of the rounds model that does not code blocks: the node sends "a random block held by the sender but not the
 * receiver" (Liu 2015, section 2.1).
 */
final class RandomBlockNode implements RankNode {
    private final BitSet blocks;

    RandomBlockNode(int k, boolean source) {
        blocks = new BitSet(k);
        if (source) blocks.set(0, k);
    }

    @Override
    public int rank() {
        return blocks.cardinality();
    }

    @Override
    public byte[] send(SeededBits bits, RankNode receiver) {
        BitSet useful = (BitSet) blocks.clone();
        useful.andNot(((RandomBlockNode) receiver).blocks);
        int choices = useful.cardinality();
        if (choices == 0) return null;
        int block = useful.nextSetBit(0);
        for (int skip = bits.nextInt(choices); skip > 0; skip--)
            block = useful.nextSetBit(block + 1);
        return new byte[] {(byte) block, (byte) (block >>> 8), (byte) (block >>> 16)};
    }

    @Override
    public void receive(SeededBits bits, byte[] sent) {
        blocks.set((sent[0] & 0xff) | (sent[1] & 0xff) << 8 | (sent[2] & 0xff) << 16);
    }
}
