package io.abcast.jgroups.bulk;

import io.abcast.dissemination.cooper.gossip.GossipMessage.Block;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.BitSet;

/** A block as pieces that fit a packet each. Any of them may be lost, come twice or in another order. */
final class Pieces {
    /** With all heads around it, those of JGroups and UDP too, less than an Ethernet frame carries. */
    static final int PIECE_BYTES = 1_280;

    /** number, batch, round, run, bytes of the row, index. */
    private static final int HEAD_BYTES = 8 + 4 + 8 + 4 + 4 + 4;

    /** What heads take of a link beside the piece, about: ours, JGroups', IP's and Ethernet's. */
    static final int OVERHEAD_BYTES = HEAD_BYTES + 130;

    private Pieces() {}

    static int count(int rowBytes) {
        return (rowBytes + PIECE_BYTES - 1) / PIECE_BYTES;
    }

    static byte[] of(Block block, int run, int index) {
        byte[] row = block.row();
        int from = index * PIECE_BYTES;
        int length = Math.min(PIECE_BYTES, row.length - from);
        ByteBuffer piece = ByteBuffer.allocate(HEAD_BYTES + length);
        piece.putLong(block.number()).putInt(block.batch()).putLong(block.round());
        return piece.putInt(run).putInt(row.length).putInt(index).put(row, from, length).array();
    }

    /** A piece that came; null for what is none. */
    static Piece parse(byte[] bytes, int rowBytesMax) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        try {
            Piece piece =
                    new Piece(
                            in.getLong(),
                            in.getInt(),
                            in.getLong(),
                            in.getInt(),
                            in.getInt(),
                            in.getInt(),
                            in.slice());
            boolean fits =
                    piece.rowBytes > 0
                            && piece.rowBytes <= rowBytesMax
                            && piece.index >= 0
                            && piece.index < count(piece.rowBytes)
                            && in.remaining() == length(piece.rowBytes, piece.index);
            return fits ? piece : null;
        } catch (BufferUnderflowException e) {
            return null;
        }
    }

    private static int length(int rowBytes, int index) {
        return Math.min(PIECE_BYTES, rowBytes - index * PIECE_BYTES);
    }

    record Piece(
            long number, int batch, long round, int run, int rowBytes, int index, ByteBuffer of) {}

    /** A block of which some pieces are here. */
    static final class Partial {
        private final byte[] row;
        private final BitSet missing = new BitSet();
        boolean nearly;

        Partial(Piece first) {
            row = new byte[first.rowBytes];
            missing.set(0, count(row.length));
        }

        /** @return whether it was missing */
        boolean add(Piece piece) {
            if (piece.rowBytes != row.length || !missing.get(piece.index)) return false;
            missing.clear(piece.index);
            piece.of.get(row, piece.index * PIECE_BYTES, piece.of.remaining());
            return true;
        }

        boolean whole() {
            return missing.isEmpty();
        }

        boolean nearlyWhole() {
            return TcpLinks.nearlyDone(missing.cardinality(), count(row.length));
        }

        BitSet missing() {
            return missing;
        }

        byte[] row() {
            return row;
        }
    }
}
