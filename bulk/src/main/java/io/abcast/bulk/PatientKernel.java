package io.abcast.bulk;

import io.abcast.dissemination.cooper.code.FieldKernel;
import io.abcast.dissemination.cooper.code.Kernels;
import io.abcast.dissemination.cooper.code.LongLanesKernel;

/**
 * A coding kernel that begins with simple code, because the JVM's vector operations need a long warm-up. After {@link
 * #PATIENCE_BYTES} bytes, much more coding is likely to follow, so the kernel switches to vector operations.
 */
final class PatientKernel implements FieldKernel {
    /** After the simple code has multiplied and added this many bytes, the kernel switches to the fastest code. */
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
