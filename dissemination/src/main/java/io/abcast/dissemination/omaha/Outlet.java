package io.abcast.dissemination.omaha;

import java.util.List;

/**
 * Sends the messages that leave {@link Omaha} to the network. The driver of Omaha implements this interface.
 *
 * @param <D> type of destinations
 * @param <M> type of messages
 */
public interface Outlet<D, M> {
    /**
     * Sends {@code messages}, in the order of the list, as one network message to the destination {@code to}. A network
     * message must arrive after the network messages of earlier calls for the same destination. The implementation of
     * {@code transmit} must not call {@link Omaha}.
     *
     * @param messages at least one message; the outlet owns the list from this call on
     */
    void transmit(D to, List<M> messages);
}
