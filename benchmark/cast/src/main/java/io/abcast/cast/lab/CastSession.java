package io.abcast.cast.lab;

import java.io.IOException;

/**
 * A contestant in one run, used by one thread. Each method throws an {@link IOException} with the contestant's output
 * if the contestant has failed.
 */
interface CastSession {
    /**
     * Starts the programs that may run before the clock starts, on all hosts except late ones. Returns when these
     * programs are ready.
     */
    void prepare() throws IOException, InterruptedException;

    /** Starts the transfer and returns at once. The clock starts at this call. */
    void go() throws IOException;

    /** Called when a late host joins. */
    void join(int host) throws IOException;

    /** Called when a host has lost its cable and its power. The other hosts are not notified. */
    default void lost(int host) throws IOException {}

    /** Called many times a second after the start. */
    default void tick() throws IOException {}

    /** Whether the whole file is on the host, according to the contestant. */
    boolean complete(int host) throws IOException;
}
