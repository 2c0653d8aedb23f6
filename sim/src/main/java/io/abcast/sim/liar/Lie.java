package io.abcast.sim.liar;

import io.abcast.kernel.Message;

/**
 * A false message that a lying member sends instead of a message of its node, or in addition. The simulator unpacks
 * this object, so receiving nodes get only {@code body}.
 *
 * @param kind kind of the message that the lie is, as {@link Alphabet#kinds} names it
 * @param body message that arrives at the receiver, if the frame of the lie is well-formed
 * @param garble seed by which the wire changes some bytes of the lie's frame; 0 if the frame is sent as encoded
 */
public record Lie(Class<?> kind, Message body, long garble) implements Message {
    @Override
    public int wireBytes() {
        return body.wireBytes();
    }
}
