package io.abcast.dissemination.cooper;

import io.abcast.dissemination.cooper.code.FieldKernel;
import java.util.function.LongSupplier;

/**
 * How many blocks to make of a batch (Liu 2015, chapter 3). More blocks waste fewer rounds, and cost more to code:
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

    /** At least so long each: a millisecond is many clock ticks and no burden. */
    private static final long PROFILE_NANOS = 2_000_000;

    private BlockCount() {}

    /**
     * Equation 3.1's k*: encoding a block takes as long as sending one.
     *
     * @param productBytesPerSecond of one core, see {@link #profile}
     * @param linkBytesPerSecond of the slower of up and down
     * @param encoders cores that encode
     * @return at least 1
     */
    public static int balanced(
            double productBytesPerSecond, double linkBytesPerSecond, int encoders) {
        return (int) Math.max(1, encoders * productBytesPerSecond / linkBytesPerSecond);
    }

    /**
     * The k that ends first when decoding counts, which equation 3.1 leaves out: at k* it takes as long as the transfer.
     *
     * <p>(ceil(log2 n) + C) F / (k W) + k F / (P encoders) is least at the root of (ceil(log2 n) + C) P encoders / W; never above k*.
     *
     * @param nodes n
     * @param constant C
     * @param most what a manifest may hold
     * @return 1 to {@code most}
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
     * Multiply-adds per second on this thread now, in bytes: the best of a few short tries.
     *
     * @param nanos a clock that only goes forward
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
