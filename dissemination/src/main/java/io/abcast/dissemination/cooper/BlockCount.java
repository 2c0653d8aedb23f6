package io.abcast.dissemination.cooper;

import io.abcast.dissemination.cooper.code.FieldKernel;
import java.util.function.LongSupplier;

/**
 * Computes the number of blocks into which a batch is divided (Liu 2015, chapter 3). With more and smaller blocks per
 * batch, the additional rounds of a transfer take less time, but coding takes more time. The time of a transfer, for a
 * batch of F bytes, n nodes and a link of W bytes/s, is the sum of:
 *
 * <pre>
 *     transfer   (1 + (ceil(log2 n) + C) / k) F / W
 *     encoding   k B / P for each block of B = F / k bytes: P is multiply-adds per second, in bytes
 *     decoding   k F / P in the end
 * </pre>
 */
public final class BlockCount {
    private static final int PROFILE_SOURCES = 16;
    private static final int PROFILE_BYTES = 64 * 1024;
    private static final int PROFILE_ROUNDS = 3;

    /** A measurement of 2 ms covers many ticks of the clock, and is too short to load the host. */
    private static final long PROFILE_NANOS = 2_000_000;

    private BlockCount() {}

    /**
     * Computes k* of Liu 2015, equation 3.1: the number of blocks per batch with which encoding a block takes as long
     * as sending a block.
     *
     * @param productBytesPerSecond number of bytes that one processor core multiplies by a coefficient and adds per
     *     second, see {@link #profile}.
     * @param linkBytesPerSecond speed in bytes/s of the uplink or of the downlink, whichever is slower.
     * @param encoders number of cores that encode blocks
     * @return k*, a number of blocks per batch, at least 1
     */
    public static int balanced(
            double productBytesPerSecond, double linkBytesPerSecond, int encoders) {
        return (int) Math.max(1, encoders * productBytesPerSecond / linkBytesPerSecond);
    }

    /**
     * Computes the number of blocks k with which a transfer, including decoding, takes the least time. Equation 3.1 of
     * Liu 2015 ignores decoding, although decoding takes as long as the transfer if a batch has k* blocks (equation
     * 3.1).
     *
     * <p>The part of the transfer time that depends on k is (ceil(log2 n) + C) F / (k W) + k F / (P encoders). The part
     * of the transfer time that depends on k is minimal if k is the square root of (ceil(log2 n) + C) P encoders / W.
     * The number of blocks that {@code best} returns never exceeds k*, the result of {@link #balanced}.
     *
     * @param nodes n, the number of nodes
     * @param constant C, the number of rounds for which the source continues to send a batch, see {@link BatchPlan}
     * @param most maximum number of blocks that a manifest may hold
     * @return the number of blocks per batch, from 1 to {@code most}
     */
    public static int best(
            double productBytesPerSecond,
            double linkBytesPerSecond,
            int encoders,
            int nodes,
            int constant,
            int most) {
        double waste = BatchPlan.log2(nodes) + constant;
        double root = Math.sqrt(waste * productBytesPerSecond * encoders / linkBytesPerSecond);
        int balanced = balanced(productBytesPerSecond, linkBytesPerSecond, encoders);
        return Math.min(most, Math.min(balanced, (int) Math.max(1, Math.round(root))));
    }

    /**
     * Measures how many bytes per second the calling thread multiplies by a coefficient and adds. The result is the
     * highest speed of a few short measurements.
     *
     * @param nanos a monotonic clock that returns nanoseconds
     */
    public static double profile(FieldKernel kernel, LongSupplier nanos) {
        byte[][] from = new byte[PROFILE_SOURCES][PROFILE_BYTES];
        byte[] factors = new byte[PROFILE_SOURCES];
        SeededBits bits = new SeededBits(1);
        for (byte[] source : from) bits.nextBytes(source, source.length);
        for (int i = 0; i < factors.length; i++) factors[i] = (byte) bits.nextNonZero();
        byte[] to = new byte[PROFILE_BYTES];
        double best = 0;
        for (int round = 0; round < PROFILE_ROUNDS; round++) {
            long start = nanos.getAsLong();
            long products = 0;
            long took;
            do {
                kernel.combine(to, 0, from, 0, to.length, factors, factors.length);
                products += (long) PROFILE_SOURCES * PROFILE_BYTES;
                took = nanos.getAsLong() - start;
            } while (took < PROFILE_NANOS);
            best = Math.max(best, products * 1e9 / took);
        }
        return best;
    }
}
