package io.abcast.workloads;

import io.abcast.kernel.SplitMix64;
import java.nio.charset.StandardCharsets;

/** Random values for the transactions and rows of a workload, which are equal for equal seeds. */
public final class WorkloadRandom {
    private static final byte[] SYMBOLS =
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz01"
                    .getBytes(StandardCharsets.US_ASCII);

    private static final int SYMBOLS_PER_NUMBER = 10;

    private final SplitMix64 numbers;

    public WorkloadRandom(long seed) {
        numbers = new SplitMix64(seed);
    }

    /** Draws a number in [low, high], both included, with a uniform distribution. */
    public int uniform(int low, int high) {
        long range = (long) high - low + 1;
        return low + (int) (((numbers.next() >>> 32) * range) >>> 32);
    }

    /** Draws a boolean that is true with a probability of {@code percent} / 100. */
    public boolean percent(int percent) {
        return uniform(1, 100) <= percent;
    }

    /** Draws an alphanumeric ASCII text whose length is in [low, high]. */
    public byte[] text(int low, int high) {
        byte[] text = new byte[uniform(low, high)];
        fill(text, 0, text.length);
        return text;
    }

    /** Fills a part of an array with random alphanumeric characters (ASCII). */
    public void fill(byte[] bytes, int from, int length) {
        long bits = 0;
        for (int i = 0; i < length; i++) {
            if (i % SYMBOLS_PER_NUMBER == 0) bits = numbers.next();
            bytes[from + i] = SYMBOLS[(int) (bits & 63)];
            bits >>>= 6;
        }
    }

    /** Draws an ASCII text of {@code length} digits. */
    public byte[] digits(int length) {
        byte[] text = new byte[length];
        for (int i = 0; i < length; i++) text[i] = (byte) ('0' + uniform(0, 9));
        return text;
    }

    public long number() {
        return numbers.next();
    }
}
