package io.abcast.cast.lab;

import java.io.IOException;

/**
 * One run of a compared system; only one thread uses the object of the session. Each method of the session throws an
 * {@link IOException} with the output of the system if the system has failed.
 */
interface CastSession {
    /**
     * Starts the programs that may run before the measured time starts, on all hosts except late hosts. The method
     * returns when these programs are ready.
     */
    void prepare() throws IOException, InterruptedException;

    /** Starts the transfer and returns at once. The measured time starts with this call. */
    void go() throws IOException;

    /** Called when a late host (a host that is absent at the start) joins the transfer. */
    void join(int host) throws IOException;

    /** Called when a host has lost its cable and its power. Other hosts receive no notification of the loss. */
    default void lost(int host) throws IOException {}

    /** Called many times a second during the transfer, so that the session can do periodic work. */
    default void tick() throws IOException {}

    /** Whether the host has the whole file, as the compared system reports it. */
    boolean complete(int host) throws IOException;
}
