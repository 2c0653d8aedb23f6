package io.abcast.torture;

import java.io.IOException;

/**
 * Links between servers, and between servers and clients; the member number {@link #CLIENTS} stands for all clients.
 */
interface ServerLinks {
    int CLIENTS = 0;

    /**
     * A cut link drops every packet silently.
     *
     * @throws UnsupportedOperationException unless links are {@link #single}
     */
    void set(int from, int to, boolean connected) throws IOException;

    void setMember(int id, boolean connected) throws IOException;

    String means();

    /**
     * Whether single links and single directions can be cut; otherwise only all links between a member and the other
     * members together.
     */
    boolean single();
}
