package io.abcast.bulk;

import io.abcast.dissemination.cooper.code.FieldKernel;
import io.abcast.dissemination.cooper.code.Kernels;
import io.abcast.dissemination.cooper.code.LongLanesKernel;

/**
 * A kernel, which is the code that multiplies and adds the bytes of blocks. This kernel begins with simple code, and
 * switches to the fastest code when there is enough work to make up for the warm-up of that code. Before the JVM has
 * compiled a vector operation, the operation takes a hundred times as long. Many transfers need too little coding to
 * make up for this time.
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
