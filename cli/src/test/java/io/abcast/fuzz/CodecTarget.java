package io.abcast.fuzz;

import io.abcast.kernel.MalformedFrameException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Fuzz target for a codec, which must refuse an input as malformed, or give equal bytes when it decodes and encodes the
 * input twice.
 *
 * @param rewrite decodes a fuzz input and encodes the decoded value.
 * @param fixedBytesMax bytes that one call of the target may allocate besides an amount that depends on the size of the
 *     input
 */
public record CodecTarget(
        String name,
        List<byte[]> seeds,
        UnaryOperator<byte[]> rewrite,
        long fixedBytesMax,
        int mutations,
        Set<Class<?>> decoders)
        implements Target {
    private static final long FIXED_BYTES_MAX = 64L << 10;
    private static final int MUTATIONS = 20_000;

    public static CodecTarget of(String name, UnaryOperator<byte[]> rewrite, byte[]... seeds) {
        return new CodecTarget(name, List.of(seeds), rewrite, FIXED_BYTES_MAX, MUTATIONS, Set.of());
    }

    CodecTarget slow(long bytesMax, int tried) {
        return new CodecTarget(name, seeds, rewrite, bytesMax, tried, decoders);
    }

    CodecTarget exercising(Class<?>... exercised) {
        return new CodecTarget(name, seeds, rewrite, fixedBytesMax, mutations, Set.of(exercised));
    }

    @Override
    public boolean accepts(byte[] input) {
        byte[] once;
        try {
            once = rewrite.apply(input);
        } catch (MalformedFrameException e) {
            return false;
        }
        byte[] twice = rewrite.apply(once);
        if (!Arrays.equals(once, twice))
            throw new AssertionError(Arrays.toString(once) + " became " + Arrays.toString(twice));
        return true;
    }

    @Override
    public long allocatedBytesMax(int inputBytes) {
        return fixedBytesMax + 64L * inputBytes;
    }
}
