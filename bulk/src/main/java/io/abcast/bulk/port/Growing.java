package io.abcast.bulk.port;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A byte array of an announced length that grows while its bytes arrive. A peer that announces many bytes but sends
 * none therefore cannot make this member allocate much memory. The array never exceeds the larger of {@link
 * #FIRST_BYTES} and {@link #GROWTH} times the number of arrived bytes.
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
     * Takes the next received bytes from {@code from}, at most {@code countMax} and at most up to the announced length.
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
     * Returns all received bytes without a copy. Callers must call {@code whole} only after all announced bytes have
     * arrived.
     */
    public byte[] whole() {
        assert filled == length : left() + " bytes have not arrived";
        return bytes;
    }
}
