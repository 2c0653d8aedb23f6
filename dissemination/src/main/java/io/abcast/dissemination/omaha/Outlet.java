package io.abcast.dissemination.omaha;

import java.util.List;

/**
 * Receives the messages that leave {@link Omaha}. Drivers implement it.
 *
 * @param <D> destinations
 * @param <M> messages
 */
public interface Outlet<D, M> {
    /**
     * Sends {@code messages}, in this order, as one network message. The network message must arrive after the messages
     * of earlier calls for the same destination. The method must not call {@link Omaha}.
     *
     * @param messages at least one; the outlet owns the list from now on
     */
    void transmit(D to, List<M> messages);
}
