package io.abcast.load;

import java.util.SplittableRandom;

/**
 * The keys (four bytes) and the values of the requests of a load. All writes of a load have the same value, which
 * consists of random bytes.
 */
public final class Payload {
    public static final int KEY_BYTES = 4;

    private Payload() {}

    public static byte[] key(int number) {
        return new byte[] {
            (byte) (number >>> 24), (byte) (number >>> 16), (byte) (number >>> 8), (byte) number
        };
    }

    public static byte[] value(LoadSpec spec) {
        byte[] value = new byte[spec.payloadBytes()];
        new SplittableRandom(spec.seed()).nextBytes(value);
        return value;
    }
}
