package io.abcast.torture;

import java.io.IOException;

/**
 * One fault: {@link #begin} injects it, {@link #hold} maintains it, and {@link #end} heals it. Used by one thread.
 */
interface ActiveFault {
    /**
     * Injects the fault.
     *
     * @return description of what was done, for the log of the run
     * @throws NotInjected if the fault cannot be injected at the moment; in this case the ensemble is unchanged
     */
    String begin() throws IOException, InterruptedException;

    /** Maintains the fault for {@code millis} milliseconds. */
    default void hold(long millis) throws IOException, InterruptedException {
        Thread.sleep(millis);
    }

    /**
     * Heals the fault.
     *
     * @return description of what was done, for the log of the run; empty if there is nothing to report
     */
    String end() throws IOException, InterruptedException;
}
