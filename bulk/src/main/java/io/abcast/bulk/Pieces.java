package io.abcast.bulk;

import io.abcast.dissemination.cooper.gossip.GossipMessage.Block;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * Divides a block into pieces that each fit into one packet. The network may lose, repeat or reorder the pieces of a
 * block.
 */
final class Pieces {
    /** With all headers, including the headers of JGroups and UDP, a piece fits into one Ethernet frame. */
    static final int PIECE_BYTES = 1_280;

    private static final int HEAD_BYTES = 8 + 4 + 8 + 4 + 4 + 4;

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

    /**
     * Returns null if the piece is malformed.
     *
     * @param rowBytesMax function from the number of a transfer to the maximum size of a block with its coefficients; 0
     *     for an unwanted transfer
     */
    static Piece parse(byte[] bytes, IntUnaryOperator rowBytesMax) {
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
                            && piece.rowBytes <= rowBytesMax.applyAsInt(piece.run)
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

    static final class Partial {
        private final int rowBytes;
        private final BitSet missing = new BitSet();
        private final Map<Integer, ByteBuffer> here = new HashMap<>();
        boolean nearly;

        Partial(Piece first) {
            rowBytes = first.rowBytes;
            missing.set(0, count(rowBytes));
        }

        boolean add(Piece piece) {
            if (piece.rowBytes != rowBytes || !missing.get(piece.index)) return false;
            missing.clear(piece.index);
            here.put(piece.index, piece.of);
            return true;
        }

        boolean whole() {
            return missing.isEmpty();
        }

        boolean nearlyWhole() {
            return TcpLinks.nearlyDone(missing.cardinality(), count(rowBytes));
        }

        BitSet missing() {
            return missing;
        }

        /** Allowed only after all pieces of the block have arrived. */
        byte[] row() {
            byte[] row = new byte[rowBytes];
            for (int i = 0; i < here.size(); i++) {
                ByteBuffer piece = here.get(i);
                piece.get(piece.position(), row, i * PIECE_BYTES, piece.remaining());
            }
            return row;
        }
    }
}
