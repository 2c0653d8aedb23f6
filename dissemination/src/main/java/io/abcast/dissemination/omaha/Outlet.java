package io.abcast.dissemination.omaha;

import java.util.List;

/**
 * Destination of messages that leave {@link Omaha}; implemented by the driver.
 *
 * @param <D> destinations
 * @param <M> messages
 */
public interface Outlet<D, M> {
    /**
     * Sends {@code messages}, in this order, as one network message. FIFO with earlier calls for the same destination.
     * Must not call {@link Omaha}.
     *
     * @param messages at least one; the outlet owns the list from now on
     */
    void transmit(D to, List<M> messages);
}
