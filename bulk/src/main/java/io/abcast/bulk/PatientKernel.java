package io.abcast.bulk;

import io.abcast.dissemination.cooper.code.FieldKernel;
import io.abcast.dissemination.cooper.code.Kernels;
import io.abcast.dissemination.cooper.code.LongLanesKernel;

/**
 * A coding kernel that begins with simple code, which needs no warm-up of the JVM. After {@link #PATIENCE_BYTES} bytes,
 * much more coding is likely to follow, so the kernel switches to the fastest code, although this code needs a warm-up.
 * Before the JVM has compiled a vector operation, the operation takes about 100 times as long as afterwards. In many
 * transfers, members code so few blocks that the warm-up of vector operations would cost more time than it saves.
 */
final class PatientKernel implements FieldKernel {
    /**
     * Number of bytes that the simple code must have multiplied and added before this kernel switches to the fastest
     * code.
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
