package io.abcast.torture;

import java.io.IOException;

/**
 * Cuts and restores the links between servers, and between servers and clients. The member number {@link #CLIENTS}
 * stands for all clients.
 */
interface ServerLinks {
    int CLIENTS = 0;

    /**
     * Connects or cuts the link from member {@code from} to member {@code to}. A cut link drops every packet silently.
     *
     * @throws UnsupportedOperationException unless links are {@link #single}
     */
    void set(int from, int to, boolean connected) throws IOException;

    /** Connects or cuts all links between a member and the other members, in both directions. */
    void setMember(int id, boolean connected) throws IOException;

    /** Description of how the run cuts links, for the report. */
    String means();

    /**
     * Whether the run can cut single links, and single directions of links. If {@code single} is false, the run can
     * only cut all links between a member and the other members together.
     */
    boolean single();
}
