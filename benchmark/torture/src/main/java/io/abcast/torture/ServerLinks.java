package io.abcast.torture;

import java.io.IOException;

/**
 * Switches the links between servers, and between servers and clients. Member {@link #CLIENTS} stands for all clients.
 */
interface ServerLinks {
    int CLIENTS = 0;

    /**
     * Connects or cuts the link from {@code from} to {@code to}. A cut link drops every packet silently.
     *
     * @throws UnsupportedOperationException unless links are {@link #single}
     */
    void set(int from, int to, boolean connected) throws IOException;

    /** Connects or cuts all links between a member and the other members, in both directions. */
    void setMember(int id, boolean connected) throws IOException;

    /** Description of how links are cut, for the report. */
    String means();

    /**
     * Whether single links, and single directions of links, can be cut. If false, only all links of a member to other
     * members can be cut together.
     */
    boolean single();
}
