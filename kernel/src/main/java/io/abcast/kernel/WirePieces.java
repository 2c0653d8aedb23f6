package io.abcast.kernel;

/**
 * A frame whose long byte strings are kept in separate arrays, so that they need not be copied. A writer that {@link
 * WireWriter#gathering} has created writes a frame in pieces, and {@link WireReader} reads it. A {@code WirePieces} is
 * immutable: no caller may change the arrays of the frame.
 */
public final class WirePieces {
    private final byte[] head;
    private final int headBytes;
    private final int[] cuts;
    private final byte[][] pieces;
    private final int count;
    private final long bytes;

    /**
     * Creates a frame from its head and its separate long byte strings.
     *
     * @param head array whose first {@code headBytes} bytes are the frame without its long byte strings
     * @param cuts for each long byte string, its offset in the head, directly after its length; ascending; only the
     *     first {@code count} elements are valid
     * @param pieces the long byte strings; only the first {@code count} elements are valid
     * @throws MalformedFrameException if the offsets in {@code cuts} do not fit the frame
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
     * Returns a frame with the long byte strings of this frame and the head {@code newHead}.
     *
     * @param bytes number of valid bytes at the beginning of {@code newHead}
     * @throws MalformedFrameException if a long byte string belongs after the end of {@code newHead}
     */
    public WirePieces withHead(byte[] newHead, int bytes) {
        return new WirePieces(newHead, bytes, cuts, pieces, count);
    }

    /**
     * The head: the bytes of the frame without its long byte strings. The bytes of the head with an index in [0, {@link
     * #headBytes}) are valid.
     */
    public byte[] head() {
        return head;
    }

    public int headBytes() {
        return headBytes;
    }

    /** The number of long byte strings of the frame, each of which is in a separate array. */
    public int count() {
        return count;
    }

    public int cut(int i) {
        return cuts[i];
    }

    public byte[] piece(int i) {
        return pieces[i];
    }

    /** Length of the whole frame in bytes: the head and all long byte strings. */
    public long bytes() {
        return bytes;
    }
}
