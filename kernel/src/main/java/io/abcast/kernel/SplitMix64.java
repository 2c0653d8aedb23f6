package io.abcast.kernel;

/**
 * The generator of random numbers SplitMix64 (Steele, Lea and Flood 2014). Its state is a {@code long} of the caller,
 * which may begin with any value. Before each number, the caller adds {@link #STEP} to the state.
 */
public final class SplitMix64 {
    public static final long STEP = 0x9E3779B97F4A7C15L;

    private SplitMix64() {}

    /** Returns the number that belongs to a state: 64 random bits. */
    public static long number(long state) {
        long mixed = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
