package io.abcast.kernel;

/**
 * A frame whose long byte strings are kept beside it, so that they need not be copied: written by {@link
 * WireWriter#gathering} and read by {@link WireReader}. Nothing may change the arrays any more. Otherwise immutable.
 */
public final class WirePieces {
    private final byte[] head;
    private final int headBytes;
    private final int[] cuts;
    private final byte[][] pieces;
    private final int count;
    private final long bytes;

    /**
     * @param head the frame without its long byte strings: its first {@code headBytes} bytes
     * @param cuts the place in the frame at which each piece belongs, after its count; ascending; the first {@code
     *     count} numbers
     * @param pieces the byte strings; the first {@code count} of them
     * @throws MalformedFrameException if the cuts do not fit the frame
     */
    public WirePieces(byte[] head, int headBytes, int[] cuts, byte[][] pieces, int count) {
        long sum = headBytes;
        int before = 0;
        for (int i = 0; i < count; i++) {
            if (cuts[i] <= before || cuts[i] > headBytes)
                throw new MalformedFrameException(
                        "piece %d: expected it in %d..%d, got %d"
                                .formatted(i, before + 1, headBytes, cuts[i]));
            before = cuts[i];
            sum += pieces[i].length;
        }
        this.head = head;
        this.headBytes = headBytes;
        this.cuts = cuts;
        this.pieces = pieces;
        this.count = count;
        bytes = sum;
    }

    /**
     * Returns these pieces beside another head.
     *
     * @param bytes number of bytes of {@code newHead}, from its beginning
     * @throws MalformedFrameException if a piece belongs after the end of {@code newHead}
     */
    public WirePieces withHead(byte[] newHead, int bytes) {
        return new WirePieces(newHead, bytes, cuts, pieces, count);
    }

    /** The frame without its long byte strings; valid in [0, {@link #headBytes}). */
    public byte[] head() {
        return head;
    }

    public int headBytes() {
        return headBytes;
    }

    /** The number of byte strings beside the frame. */
    public int count() {
        return count;
    }

    public int cut(int i) {
        return cuts[i];
    }

    public byte[] piece(int i) {
        return pieces[i];
    }

    /** Length in bytes of the whole frame: its head and the byte strings that are kept beside the head. */
    public long bytes() {
        return bytes;
    }
}
