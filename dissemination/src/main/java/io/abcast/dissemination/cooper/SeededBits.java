package io.abcast.dissemination.cooper;

/**
 * A stream of pseudo-random numbers from a seed, by SplitMix64 (Steele, Lea and Flood 2014). Equal seeds give equal
 * streams on every machine, so nodes with equal seeds compute equal random permutations without messages. The
 * pseudo-random numbers are not suitable as secrets. A {@code SeededBits} object is not thread-safe.
 */
public final class SeededBits {
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    private long state;

    /**
     * Creates a stream of pseudo-random numbers.
     *
     * @param seed any value; seeds that are close to each other give unrelated streams
     */
    public SeededBits(long seed) {
        state = mix(seed);
    }

    /** Returns the stream of pseudo-random numbers that belongs to a seed and an index. */
    public static SeededBits of(long seed, long index) {
        return new SeededBits(mix(seed) + GOLDEN * index);
    }

    public long nextLong() {
        state += GOLDEN;
        return mix(state);
    }

    /**
     * Draws a pseudo-random number.
     *
     * @param bound exclusive upper bound of the drawn number, at least 1
     * @return a number that is uniformly distributed in [0, bound)
     */
    public int nextInt(int bound) {
        if (bound < 1)
            throw new IllegalArgumentException("bound: expected at least 1, got " + bound);
        // Scales 32 random bits to [0, bound) by the upper half of the 64-bit product of random
        // bits and bound. The drawn number's distribution deviates from the uniform distribution by
        // less than bound / 2^32.
        return (int) (((nextLong() >>> 32) * bound) >>> 32);
    }

    /** Draws a pseudo-random number that is uniformly distributed in [0, 1). */
    public double nextDouble() {
        return (nextLong() >>> 11) * 0x1.0p-53;
    }

    /** Fills the first {@code length} bytes of the array {@code bytes} with pseudo-random values. */
    public void nextBytes(byte[] bytes, int length) {
        long word = 0;
        for (int i = 0; i < length; i++) {
            if ((i & 7) == 0) word = nextLong();
            bytes[i] = (byte) word;
            word >>>= 8;
        }
    }

    /**
     * Draws a factor that is uniformly distributed in [1, 255]. The factor is never 0, so scaling a block by the factor
     * does not erase the block.
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
