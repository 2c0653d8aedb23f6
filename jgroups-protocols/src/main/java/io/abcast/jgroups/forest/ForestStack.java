package io.abcast.jgroups.forest;

import java.io.IOException;
import org.jgroups.Address;

/** The stack around a {@link ForestDriver}. Called on the driver's thread; must not block. */
public interface ForestStack {
    /** Sends a small message to another member through the protocols below. The message may be lost. */
    void send(Address to, byte kind, byte[] bytes);

    /**
     * Takes a multicast of another member.
     *
     * @throws IOException if the bytes are not a multicast
     */
    void deliver(Address from, byte[] multicast) throws IOException;
}
