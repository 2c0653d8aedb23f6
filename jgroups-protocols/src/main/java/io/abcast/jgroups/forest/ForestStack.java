package io.abcast.jgroups.forest;

import java.io.IOException;
import org.jgroups.Address;

/**
 * The JGroups stack, as a {@link ForestDriver} uses it. The driver's thread calls the methods of {@code ForestStack},
 * which must not block.
 */
public interface ForestStack {
    /** Sends a small message to another member through the protocols below FOREST. The network may lose the message. */
    void send(Address to, byte kind, byte[] bytes);

    /**
     * Delivers a multicast of another member to the protocols above FOREST.
     *
     * @throws IOException if the bytes are not an encoded multicast
     */
    void deliver(Address from, byte[] multicast) throws IOException;
}
