package io.abcast.kernel;

/**
 * A frame whose long byte strings are kept in separate arrays, so that they need not be copied. A {@link
 * WireWriter#gathering} writer writes such a frame, and {@link WireReader} reads it. Immutable: no caller may change
 * the arrays.
 */
public final class WirePieces {
    private final byte[] head;
    private final int headBytes;
    private final int[] cuts;
    private final byte[][] pieces;
    private final int count;
    private final long bytes;

    /**
     * @param head array whose first {@code headBytes} bytes are the frame without its long byte strings
     * @param cuts offset in the head at which each byte string belongs, directly after its length; ascending. The first
     *     {@code count} numbers are valid
     * @param pieces the byte strings. The first {@code count} ones are valid
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
     * Returns a frame with the same byte strings and another head.
     *
     * @param bytes number of valid bytes at the beginning of {@code newHead}
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

    /** The number of byte strings that each have an array of their own, and are not copied into the common buffer. */
    public int count() {
        return count;
    }

    public int cut(int i) {
        return cuts[i];
    }

    public byte[] piece(int i) {
        return pieces[i];
    }

    /** Length in bytes of the whole frame: its head and all separate byte strings. */
    public long bytes() {
        return bytes;
    }
}
