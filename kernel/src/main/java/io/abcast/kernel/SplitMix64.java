package io.abcast.kernel;

/**
 * The random number generator SplitMix64 (Steele, Lea and Flood 2014). Every seed of the generator is valid. Not
 * thread-safe.
 */
public final class SplitMix64 {
    private static final long STEP = 0x9E3779B97F4A7C15L;

    private long state;

    public SplitMix64(long seed) {
        state = seed;
    }

    /** Restarts the random number generator with {@code seed}. */
    public void seed(long seed) {
        state = seed;
    }

    /** Returns the next random number: 64 random bits. */
    public long next() {
        state += STEP;
        return mix(state);
    }

    /**
     * Returns a number in which each bit depends on all bits of {@code number}. The function {@code mix} is the last
     * step of the SplitMix64 generator.
     */
    public static long mix(long number) {
        long mixed = (number ^ (number >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
