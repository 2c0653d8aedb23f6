package io.abcast.sim.liar;

import io.abcast.kernel.Message;

/**
 * A message that a liar sends instead of a message of its node, or in addition. The simulator unpacks the lie, so no
 * node receives an object of this class.
 *
 * @param kind kind of the lie, as {@link Alphabet#kinds} names it
 * @param body message that arrives, if its frame is well-formed
 * @param garble seed by which some bytes of the frame are changed; 0: the frame is sent as encoded
 */
public record Lie(Class<?> kind, Message body, long garble) implements Message {
    @Override
    public int wireBytes() {
        return body.wireBytes();
    }
}
