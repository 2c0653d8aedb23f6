package io.abcast.dissemination.cooper;

/**
 * A stream of pseudo-random numbers from a seed (SplitMix64: Steele, Lea, Flood 2014). The same seed gives the same
 * stream on every machine, so nodes agree on a permutation without exchanging messages. Not for secrets. Not
 * thread-safe.
 */
public final class SeededBits {
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    private long state;

    /** @param seed any value; near seeds give unrelated streams */
    public SeededBits(long seed) {
        state = mix(seed);
    }

    /** Returns the stream of one (seed, index). Streams of different pairs are unrelated. */
    public static SeededBits of(long seed, long index) {
        return new SeededBits(mix(seed) + GOLDEN * index);
    }

    public long nextLong() {
        state += GOLDEN;
        return mix(state);
    }

    /**
     * @param bound at least 1
     * @return uniform in [0, bound)
     */
    public int nextInt(int bound) {
        if (bound < 1)
            throw new IllegalArgumentException("bound: expected at least 1, got " + bound);
        // The high half of a product. The bias is below bound / 2^32 and the same at every node.
        return (int) (((nextLong() >>> 32) * bound) >>> 32);
    }

    /** Uniform in [0, 1). */
    public double nextDouble() {
        return (nextLong() >>> 11) * 0x1.0p-53;
    }

    /** Fills the first {@code length} bytes. */
    public void nextBytes(byte[] bytes, int length) {
        long word = 0;
        for (int i = 0; i < length; i++) {
            if ((i & 7) == 0) word = nextLong();
            bytes[i] = (byte) word;
            word >>>= 8;
        }
    }

    /** Uniform in [1, 255]: a factor that scales a block without erasing it. */
    public int nextNonZero() {
        return 1 + nextInt(255);
    }

    private static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
