package io.abcast.fuzz;

import java.lang.management.ManagementFactory;
import java.util.HexFormat;

/** Runs a target on one input and checks the properties of the target. */
public final class Gauge {
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    /**
     * Number of attempts to measure the allocation. The first attempts also allocate for loading classes and linking
     * lambdas.
     */
    private static final int TRIES = 3;

    private static final int SHOWN_BYTES = 400;

    private Gauge() {}

    /** @throws AssertionError with the input, if the target throws an undeclared exception, or allocates too much */
    public static boolean accepts(Target target, byte[] input) {
        long least = Long.MAX_VALUE;
        long most = target.allocatedBytesMax(input.length);
        boolean accepted = false;
        for (int i = 0; i < TRIES && least > most; i++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            try {
                accepted = target.accepts(input);
            } catch (Throwable e) {
                throw new AssertionError(where(target, input) + ": " + e, e);
            }
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        if (least > most)
            throw new AssertionError(
                    where(target, input) + ": allocated " + least + " bytes, at most " + most);
        return accepted;
    }

    private static String where(Target target, byte[] input) {
        String hex = HexFormat.of().formatHex(input, 0, Math.min(input.length, SHOWN_BYTES));
        return target.name() + ", " + input.length + " bytes " + hex;
    }
}
