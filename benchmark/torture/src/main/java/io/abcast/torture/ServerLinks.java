package io.abcast.torture;

import java.io.IOException;

/** The connections between the servers, and between them and the clients, which count as member {@link #CLIENTS}. */
interface ServerLinks {
    int CLIENTS = 0;

    /**
     * What arrives at {@code to} of what {@code from} sends: all, or nothing without a word.
     *
     * @throws UnsupportedOperationException unless links are {@link #single}
     */
    void set(int from, int to, boolean connected) throws IOException;

    /** Whether a member hears the other members, and they it. */
    void setMember(int id, boolean connected) throws IOException;

    /** How links are cut, for the report. */
    String means();

    /** Whether single links can be cut, in one direction only too; if not, a member loses all links to members or none. */
    boolean single();
}
