package io.abcast.papers.wan;

import io.abcast.kernel.Message;

/** The network as the sites see it. Sites are numbered by rank. */
interface SiteNetwork {
    /**
     * Sends a message.
     *
     * @param bytes size of the message on the wire
     * @param payloadBytes bytes of {@code bytes} that are payload
     * @param isUrgent whether the message leaves ahead of those that are not urgent
     */
    void send(int from, int to, Message body, int bytes, int payloadBytes, boolean isUrgent);

    /** Bytes of messages that are not urgent and wait at a site for a destination. */
    long waitingBytes(int from, int to);
}
