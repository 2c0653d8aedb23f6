package io.abcast.dissemination.omaha;

import java.util.List;

/**
 * Where messages leave {@link Omaha}; the driver's side.
 *
 * @param <D> destinations
 * @param <M> messages
 */
public interface Outlet<D, M> {
    /**
     * Sends {@code messages}, in this order, as one network message. FIFO with earlier calls for the same destination. Must
     * not call {@link Omaha}.
     *
     * @param messages at least one; the list is the outlet's from now on
     */
    void transmit(D to, List<M> messages);
}
