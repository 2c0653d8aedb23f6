package io.abcast.dissemination.cooper.code;

import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Selects a {@link FieldKernel} that this JVM can run. */
public final class Kernels {
    private static final String VECTOR_MODULE = "jdk.incubator.vector";

    private static Supplier<FieldKernel> fastest;

    private Kernels() {}

    /**
     * Returns a new instance of the fastest kernel that this JVM can run. The first call waits for a speed trial of the
     * kernels. A kernel is for one thread, so each thread calls {@code fastest} for its own kernel.
     *
     * @param nanoClock clock for the speed trial, such as {@link System#nanoTime}; used only in the first call
     */
    public static synchronized FieldKernel fastest(LongSupplier nanoClock) {
        if (fastest == null) fastest = new Trial(nanoClock).winner();
        return fastest.get();
    }

    /**
     * The kernel that uses the JDK's Vector API; empty if the JVM runs without the module {@code jdk.incubator.vector}.
     */
    public static Optional<FieldKernel> vectors() {
        boolean present = ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent();
        // The kernel's provider is loaded only if the module is present, because the provider
        // cannot be linked without the module.
        return present
                ? ServiceLoader.load(FieldKernel.class, Kernels.class.getClassLoader()).findFirst()
                : Optional.empty();
    }

    private static final class Trial {
        private static final int SOURCES = 9;
        private static final int BYTES = 4096;
        private static final int WARM_UP_SUMS = 400;
        private static final int HEATS = 5;
        private static final int HEAT_SUMS = 20;

        private final LongSupplier nanoClock;

        Trial(LongSupplier nanoClock) {
            this.nanoClock = nanoClock;
        }

        Supplier<FieldKernel> winner() {
            Optional<FieldKernel> vectors = vectors();
            if (vectors.isEmpty()) {
                sums(new LongLanesKernel(), WARM_UP_SUMS);
                return LongLanesKernel::new;
            }
            return nanos(vectors.get()) < nanos(new LongLanesKernel())
                    ? () -> vectors().orElseThrow()
                    : LongLanesKernel::new;
        }

        /** Slower runs are not typical, because uncompiled vector operations take about 100 times as long. */
        private long nanos(FieldKernel kernel) {
            sums(kernel, WARM_UP_SUMS);
            long fastest = Long.MAX_VALUE;
            for (int i = 0; i < HEATS; i++) {
                long begun = nanoClock.getAsLong();
                sums(kernel, HEAT_SUMS);
                fastest = Math.min(fastest, nanoClock.getAsLong() - begun);
            }
            return fastest;
        }

        private static void sums(FieldKernel kernel, int count) {
            byte[][] from = new byte[SOURCES][BYTES];
            byte[] coefficients = new byte[SOURCES];
            for (int i = 0; i < SOURCES; i++) coefficients[i] = (byte) (i * 29 + 1);
            byte[] to = new byte[BYTES];
            for (int i = 0; i < count; i++) {
                kernel.combine(to, 0, from, 0, BYTES, coefficients, SOURCES);
                kernel.addScaled(to, 0, from[0], 0, BYTES, 1 + i % 255);
            }
        }
    }
}
