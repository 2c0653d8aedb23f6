package io.abcast.cast.lab;

import java.io.IOException;

/**
 * One run of a compared system, used by one thread. Each method throws an {@link IOException} with the output of the
 * system if the system has failed.
 */
interface CastSession {
    /** Starts the programs that may run before the measured time, except on late hosts; returns when they are ready. */
    void prepare() throws IOException, InterruptedException;

    /** Starts the transfer and the measured time, and returns at once. */
    void go() throws IOException;

    void join(int host) throws IOException;

    /** Called when a host has lost its cable and its power; other hosts receive no notification. */
    default void lost(int host) throws IOException {}

    default void tick() throws IOException {}

    boolean complete(int host) throws IOException;
}
