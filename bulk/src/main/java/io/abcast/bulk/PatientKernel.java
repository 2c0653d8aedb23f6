package io.abcast.bulk;

import io.abcast.dissemination.cooper.code.FieldKernel;
import io.abcast.dissemination.cooper.code.Kernels;
import io.abcast.dissemination.cooper.code.LongLanesKernel;

/**
 * Switches from a simple kernel to the fastest kernel once there is enough work to pay for its warm-up. Until a vector
 * operation is compiled, it takes a hundred times as long, and many transfers need little coding.
 */
final class PatientKernel implements FieldKernel {
    /**
     * Amount of work after which the fastest kernel is worth its warm-up, as the number of bytes that were multiplied
     * and added.
     */
    private static final long PATIENCE_BYTES = 1L << 34;

    private FieldKernel kernel = new LongLanesKernel();
    private long left = PATIENCE_BYTES;

    @Override
    public String name() {
        return kernel.name();
    }

    private FieldKernel after(long bytes) {
        if (left > 0) {
            left -= bytes;
            if (left <= 0) kernel = Kernels.fastest(System::nanoTime);
        }
        return kernel;
    }

    @Override
    public void addScaled(
            byte[] to, int toOffset, byte[] from, int fromOffset, int length, int coefficient) {
        after(length).addScaled(to, toOffset, from, fromOffset, length, coefficient);
    }

    @Override
    public void combine(
            byte[] to,
            int toOffset,
            byte[][] from,
            int fromOffset,
            int length,
            byte[] coefficients,
            int count) {
        after((long) length * count)
                .combine(to, toOffset, from, fromOffset, length, coefficients, count);
    }
}
