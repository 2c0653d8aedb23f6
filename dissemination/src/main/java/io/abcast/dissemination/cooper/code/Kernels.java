package io.abcast.dissemination.cooper.code;

import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Which {@link FieldKernel} this JVM can run. */
public final class Kernels {
    private static final String VECTOR_MODULE = "jdk.incubator.vector";

    private static Supplier<FieldKernel> fastest;

    private Kernels() {}

    /**
     * The fastest kernel here, warmed up: {@link LongLanesKernel}, or vectors when the JVM was started with
     * {@code --add-modules jdk.incubator.vector} and they won a trial, which the first call waits for. What compilers make of
     * vectors differs more between processors and JDKs than the kernels do. A new object for each call, for each thread one.
     *
     * @param nanoClock times the trial, as {@link System#nanoTime} does; only the first call's is read
     */
    public static synchronized FieldKernel fastest(LongSupplier nanoClock) {
        if (fastest == null) fastest = new Trial(nanoClock).winner();
        return fastest.get();
    }

    /** The kernel on the Vector API, empty where that module is not there. */
    public static Optional<FieldKernel> vectors() {
        boolean present = ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent();
        // Looked for only then: without the module its provider cannot be linked.
        return present
                ? ServiceLoader.load(FieldKernel.class, Kernels.class.getClassLoader()).findFirst()
                : Optional.empty();
    }

    /** Vectors, where they are there, against long lanes. */
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

        /** Of the fastest heat: others may have been disturbed. Until it is compiled a vector operation costs a hundred times as much. */
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
