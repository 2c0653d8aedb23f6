package io.abcast.fuzz;

import java.lang.management.ManagementFactory;
import java.util.HexFormat;

/** Runs a fuzz target on one input, and checks the bytes that it allocates and the exceptions that it throws. */
public final class Gauge {
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    /**
     * Maximum number of runs of one input. First runs allocate more, because they also load classes and link lambdas.
     */
    private static final int TRIES = 3;

    private static final int SHOWN_BYTES = 400;

    private Gauge() {}

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
