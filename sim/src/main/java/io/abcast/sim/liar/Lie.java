package io.abcast.sim.liar;

import io.abcast.kernel.Message;

/**
 * A message that a liar sends instead of, or beside, what its node would. The simulator takes it apart, so no node receives this type.
 *
 * @param kind of lie, as {@link Alphabet#kinds} names it
 * @param body what arrives, if it decodes
 * @param garble 0: the frame is sent as encoded; otherwise a seed that changes some of its bytes
 */
public record Lie(Class<?> kind, Message body, long garble) implements Message {
    @Override
    public int wireBytes() {
        return body.wireBytes();
    }
}
