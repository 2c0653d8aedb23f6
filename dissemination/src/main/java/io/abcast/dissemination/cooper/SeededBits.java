package io.abcast.dissemination.cooper;

/**
 * A stream of pseudo-random numbers from a seed (SplitMix64: Steele, Lea and Flood 2014). The same seed gives the same
 * stream on every machine, so nodes agree on a permutation without messages. Not suitable for secrets. Not thread-safe.
 */
public final class SeededBits {
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    private long state;

    /**
     * Creates a stream.
     *
     * @param seed any value; seeds close to each other give unrelated streams
     */
    public SeededBits(long seed) {
        state = mix(seed);
    }

    /**
     * Returns the stream that belongs to a seed and an index. Streams of different pairs (seed, index) are unrelated.
     */
    public static SeededBits of(long seed, long index) {
        return new SeededBits(mix(seed) + GOLDEN * index);
    }

    public long nextLong() {
        state += GOLDEN;
        return mix(state);
    }

    /**
     * Draws a number.
     *
     * @param bound at least 1
     * @return a number that is uniformly distributed in [0, bound)
     */
    public int nextInt(int bound) {
        if (bound < 1)
            throw new IllegalArgumentException("bound: expected at least 1, got " + bound);
        // The result is the upper half of a product. The distribution of the result deviates from
        // the uniform
        // distribution by less than bound / 2^32, equally at every node.
        return (int) (((nextLong() >>> 32) * bound) >>> 32);
    }

    /** Draws a number that is uniformly distributed in [0, 1). */
    public double nextDouble() {
        return (nextLong() >>> 11) * 0x1.0p-53;
    }

    /** Fills the first {@code length} bytes with random values. */
    public void nextBytes(byte[] bytes, int length) {
        long word = 0;
        for (int i = 0; i < length; i++) {
            if ((i & 7) == 0) word = nextLong();
            bytes[i] = (byte) word;
            word >>>= 8;
        }
    }

    /**
     * Draws a factor that is uniformly distributed in [1, 255]. Since the factor is not 0, it scales a block without
     * erasing it.
     */
    public int nextNonZero() {
        return 1 + nextInt(255);
    }

    private static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
