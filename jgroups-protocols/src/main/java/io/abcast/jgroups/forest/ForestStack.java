package io.abcast.jgroups.forest;

import java.io.IOException;
import org.jgroups.Address;

/** The JGroups stack, as a {@link ForestDriver} uses it. Called on the driver's thread; must not block. */
public interface ForestStack {
    /** Sends a small message to another member through the protocols below. The message may be lost. */
    void send(Address to, byte kind, byte[] bytes);

    /**
     * Delivers a multicast of another member to the protocols above.
     *
     * @throws IOException if the bytes are not a multicast
     */
    void deliver(Address from, byte[] multicast) throws IOException;
}
