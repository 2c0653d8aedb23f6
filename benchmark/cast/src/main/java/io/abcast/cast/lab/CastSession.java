package io.abcast.cast.lab;

import java.io.IOException;

/**
 * A contestant in one run, used by one thread. Each method throws an {@link IOException} if the contestant has failed: what
 * it said.
 */
interface CastSession {
    /** Starts what can wait for the start, on all hosts but those that come late. Returns when it is ready. */
    void prepare() throws IOException, InterruptedException;

    /** The clock runs from here: starts what is missing, and returns at once. */
    void go() throws IOException;

    /** A host comes late. */
    void join(int host) throws IOException;

    /** A host has lost its cable and its power; nobody told the others. */
    default void lost(int host) throws IOException {}

    /** Called many times a second after the start. */
    default void tick() throws IOException {}

    /** Whether the whole file is on the host, as far as the contestant knows. */
    boolean complete(int host) throws IOException;
}
