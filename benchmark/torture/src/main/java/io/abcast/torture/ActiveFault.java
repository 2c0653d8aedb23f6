package io.abcast.torture;

import java.io.IOException;

/**
 * One fault of a torture run: {@link #begin} injects the fault, {@link #hold} maintains it, and {@link #end} heals it.
 * Only one thread uses a fault object.
 */
interface ActiveFault {
    /**
     * @return description of the injected fault, for the log of the run
     * @throws NotInjected if the fault cannot be injected at the moment; in this case the ensemble is unchanged
     */
    String begin() throws IOException, InterruptedException;

    default void hold(long millis) throws IOException, InterruptedException {
        Thread.sleep(millis);
    }

    /** @return description of what the healing did, for the log of the run; empty if the log needs no description */
    String end() throws IOException, InterruptedException;
}
