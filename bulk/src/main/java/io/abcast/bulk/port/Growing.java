package io.abcast.bulk.port;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A byte array of an announced length that grows while its bytes arrive. Because the array grows only with received
 * bytes, a peer that announces many bytes but sends none cannot make this member allocate much memory. The byte array
 * has at most {@link #FIRST_BYTES} bytes, or {@link #GROWTH} times as many bytes as have arrived.
 */
public final class Growing {
    public static final int FIRST_BYTES = 64 * 1024;
    public static final int GROWTH = 8;

    private final int length;
    private byte[] bytes;
    private int filled;

    public Growing(int length) {
        this.length = length;
        bytes = new byte[Math.min(length, FIRST_BYTES)];
    }

    public int length() {
        return length;
    }

    /** Number of announced bytes that have not arrived yet. */
    public int left() {
        return length - filled;
    }

    /**
     * Takes the next received bytes, up to the announced length.
     *
     * @return number of received bytes that the array has taken
     */
    public int take(ByteBuffer from, int countMax) {
        int count = Math.min(Math.min(countMax, left()), from.remaining());
        int end = filled + count;
        if (end > bytes.length) {
            long grown = (long) GROWTH * bytes.length;
            while (grown < end) grown *= GROWTH;
            bytes = Arrays.copyOf(bytes, (int) Math.min(length, grown));
        }
        from.get(bytes, filled, count);
        filled = end;
        return count;
    }

    /**
     * Returns all received bytes without a copy. Callers must take the array only after all announced bytes have
     * arrived.
     */
    public byte[] whole() {
        assert filled == length : left() + " bytes have not arrived";
        return bytes;
    }
}
