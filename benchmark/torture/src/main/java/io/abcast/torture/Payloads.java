package io.abcast.torture;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/**
 * Makes and checks the values that clients store under keys. Each value contains a number, from which all other bytes
 * follow, so that a reader can detect damage.
 */
final class Payloads {
    private static final int HEAD_BYTES = 8;

    private Payloads() {}

    /** The value is the number, then bytes that are derived from it; its size is {@code 8..8+moreBytesMax} bytes. */
    static byte[] of(long number, int moreBytesMax) {
        SplittableRandom random = new SplittableRandom(number);
        byte[] value = new byte[HEAD_BYTES + random.nextInt(moreBytesMax + 1)];
        for (int i = HEAD_BYTES; i < value.length; i++) value[i] = (byte) random.nextInt();
        ByteBuffer.wrap(value).putLong(number);
        return value;
    }

    /** Empty if the value is damaged, that is, if {@link #of} would make another value from its number. */
    static OptionalLong number(byte[] value, int moreBytesMax) {
        if (value.length < HEAD_BYTES) return OptionalLong.empty();
        long number = ByteBuffer.wrap(value).getLong();
        return Arrays.equals(value, of(number, moreBytesMax))
                ? OptionalLong.of(number)
                : OptionalLong.empty();
    }
}
