package io.abcast.papers.wan;

import io.abcast.kernel.Message;

/**
 * The network through which the sites send messages to each other. The number of a site is the rank of its member in
 * the ensemble.
 */
interface SiteNetwork {
    /**
     * Sends a message from one site to another site.
     *
     * @param bytes size of the message on the wire, in bytes.
     * @param payloadBytes number of payload bytes among the {@code bytes} of the message
     * @param isUrgent whether the message leaves ahead of messages that are not urgent
     */
    void send(int from, int to, Message body, int bytes, int payloadBytes, boolean isUrgent);

    /** Number of bytes of non-urgent messages that wait at a site for the link to a destination. */
    long waitingBytes(int from, int to);
}
