package io.abcast.jgroups.port;

import java.io.IOException;
import java.net.Socket;

/** Turns a new TCP connection into a channel. */
public interface Handshake {
    /** Performs no handshake: the connection itself is the channel. */
    Handshake NONE = (raw, client) -> raw;

    /**
     * Performs the handshake, and blocks until both ends have completed it. The caller must close {@code raw} if the
     * handshake takes too long.
     *
     * @param client whether this end opened the connection
     * @return {@code raw}, or a wrapping socket that also closes {@code raw}
     */
    Socket shake(Socket raw, boolean client) throws IOException;
}
