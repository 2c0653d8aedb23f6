package io.abcast.torture;

import java.io.IOException;

/** One fault under way: begun, held, ended. */
interface ActiveFault {
    /**
     * @return what was done, for the log of the run
     * @throws NotInjected if it cannot be done at the moment
     */
    String begin() throws IOException, InterruptedException;

    /** Lasts that long. */
    default void hold(long millis) throws IOException, InterruptedException {
        Thread.sleep(millis);
    }

    /** Heals it. @return what was done, for the log of the run; empty: nothing of interest */
    String end() throws IOException, InterruptedException;
}
