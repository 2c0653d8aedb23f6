package io.abcast.cast.lab;

import java.io.IOException;

/**
 * One run of a compared system; only one thread uses the object of the session. Each method of the session throws an
 * {@link IOException} with the output of the system if the system has failed.
 */
interface CastSession {
    /**
     * Starts the programs that may run before the measured time starts, on all hosts except late hosts. The method
     * {@code prepare} returns when the started programs are ready.
     */
    void prepare() throws IOException, InterruptedException;

    /** Starts the transfer and returns at once. The measured time starts at the call of {@code go}. */
    void go() throws IOException;

    /** Called when a late host (a host that is absent at the start) joins the transfer. */
    void join(int host) throws IOException;

    /**
     * Called when a host has lost its cable and its power. The other hosts receive no notification that the host is
     * lost.
     */
    default void lost(int host) throws IOException {}

    /** Called many times a second after the start of the transfer. */
    default void tick() throws IOException {}

    /** Whether the host has the whole file, as the compared system reports it. */
    boolean complete(int host) throws IOException;
}
