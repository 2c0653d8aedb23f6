package io.abcast.jgroups.port;

import java.io.IOException;
import java.net.Socket;

/** What makes a channel of a fresh TCP connection. */
public interface Handshake {
    /** The connection is the channel. */
    Handshake NONE = (raw, client) -> raw;

    /**
     * Blocks until both ends have agreed; whoever calls sees to it that {@code raw} is closed when that takes too long.
     *
     * @param client whether this end has made the connection
     * @return {@code raw}, or a socket around it which closes it
     */
    Socket shake(Socket raw, boolean client) throws IOException;
}
