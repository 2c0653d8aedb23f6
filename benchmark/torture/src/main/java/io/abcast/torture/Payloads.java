package io.abcast.torture;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/** Values that carry their number and can be checked for damage. */
final class Payloads {
    private static final int HEAD_BYTES = 8;

    private Payloads() {}

    /**
     * Makes the value of a number: the number, then bytes that are derived from the number; {@code 8..8+moreBytesMax}
     * bytes in total.
     */
    static byte[] of(long number, int moreBytesMax) {
        SplittableRandom random = new SplittableRandom(number);
        byte[] value = new byte[HEAD_BYTES + random.nextInt(moreBytesMax + 1)];
        for (int i = HEAD_BYTES; i < value.length; i++) value[i] = (byte) random.nextInt();
        ByteBuffer.wrap(value).putLong(number);
        return value;
    }

    /**
     * Extracts the number of a value; empty if the value is damaged, that is, if {@link #of} would not make it with the
     * same {@code moreBytesMax}.
     */
    static OptionalLong number(byte[] value, int moreBytesMax) {
        if (value.length < HEAD_BYTES) return OptionalLong.empty();
        long number = ByteBuffer.wrap(value).getLong();
        return Arrays.equals(value, of(number, moreBytesMax))
                ? OptionalLong.of(number)
                : OptionalLong.empty();
    }
}
