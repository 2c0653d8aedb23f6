package io.abcast.dissemination.cooper.code;

import java.util.Optional;
import java.util.ServiceLoader;

/** Which {@link FieldKernel} this JVM can run. */
public final class Kernels {
    private static final String VECTOR_MODULE = "jdk.incubator.vector";

    private Kernels() {}

    /**
     * The fastest kernel here, warmed up: vectors when the JVM was started with {@code --add-modules jdk.incubator.vector},
     * otherwise {@link LongLanesKernel}. A new object for each call, for each thread
     * one.
     */
    public static FieldKernel fastest() {
        FieldKernel kernel = vectors().orElseGet(LongLanesKernel::new);
        warmUp(kernel);
        return kernel;
    }

    /** The kernel on the Vector API, empty where that module is not there. */
    public static Optional<FieldKernel> vectors() {
        boolean present = ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent();
        // Looked for only then: without the module its provider cannot be linked.
        return present
                ? ServiceLoader.load(FieldKernel.class, Kernels.class.getClassLoader()).findFirst()
                : Optional.empty();
    }

    /** Until it is compiled a vector operation costs a hundred times as much, so first use must not be the first block. */
    private static void warmUp(FieldKernel kernel) {
        byte[][] from = new byte[9][4096];
        byte[] coefficients = new byte[from.length];
        for (int i = 0; i < coefficients.length; i++) coefficients[i] = (byte) (i * 29 + 1);
        byte[] to = new byte[4096];
        for (int i = 0; i < 400; i++) {
            kernel.combine(to, 0, from, 0, to.length, coefficients, from.length);
            kernel.addScaled(to, 0, from[0], 0, to.length, 1 + i % 255);
        }
    }
}
