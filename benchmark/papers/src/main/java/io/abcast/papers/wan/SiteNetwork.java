package io.abcast.papers.wan;

import io.abcast.kernel.Message;

/**
 * The network through which the sites send messages to each other. The number of a site is the rank of its member in
 * the ensemble.
 */
interface SiteNetwork {
    /**
     * @param bytes size of the message on the wire, in bytes
     * @param payloadBytes number of payload bytes among {@code bytes}
     * @param isUrgent whether the message leaves ahead of messages that are not urgent
     */
    void send(int from, int to, Message body, int bytes, int payloadBytes, boolean isUrgent);

    long waitingBytes(int from, int to);
}
