package io.abcast.jgroups.port;

import java.io.IOException;
import java.net.Socket;

/**
 * Performs the handshake on a new TCP connection, for example of TLS, and returns the socket for the application's
 * bytes.
 */
public interface Handshake {
    /** Kind of handshake without any message: the TCP socket itself is the socket for the bytes. */
    Handshake NONE = (raw, client) -> raw;

    /**
     * Performs the handshake, and blocks until both ends have completed it. The caller must close {@code raw} if the
     * handshake exceeds its time limit.
     *
     * @param client whether this member opened the connection
     * @return {@code raw}, or a socket that wraps {@code raw} and also closes it
     */
    Socket shake(Socket raw, boolean client) throws IOException;
}
