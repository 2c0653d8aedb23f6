package io.abcast.sim;

import io.abcast.kernel.SplitMix64;

/**
 * The simulator's only source of randomness: the generator {@link SplitMix64}. The random generator is not thread-safe.
 */
public final class Rng {
    private final SplitMix64 random;

    public Rng(long seed) {
        random = new SplitMix64(seed);
    }

    public long nextLong() {
        return random.next();
    }

    /** A uniformly distributed random number in [0, bound); {@code bound} must be at least 1. */
    public int below(int bound) {
        assert bound > 0 : bound;
        return (int) ((nextLong() >>> 33) % bound);
    }

    /** A uniformly distributed random number in [low, high], both ends included. */
    public long between(long low, long high) {
        assert low <= high : low + ".." + high;
        return low + (nextLong() >>> 1) % (high - low + 1);
    }

    public boolean chance(double probability) {
        return unit() < probability;
    }

    /** An exponentially distributed random number with the mean {@code mean}, cut off at twenty times the mean. */
    public long exponential(long mean) {
        return (long) Math.min(20.0 * mean, -mean * Math.log(1 - unit()));
    }

    /** Chooses one of the values {@code choices} at random, all with the same probability. */
    @SafeVarargs
    public final <T> T pick(T... choices) {
        return choices[below(choices.length)];
    }

    /**
     * Creates an independent random generator, so that the draws of one part of a run do not affect the draws of
     * another part.
     */
    public Rng split() {
        return new Rng(nextLong() * 0xD1342543DE82EF95L + 1);
    }

    /** A uniformly distributed random number in [0, 1). */
    public double unit() {
        return (nextLong() >>> 11) * 0x1.0p-53;
    }
}
