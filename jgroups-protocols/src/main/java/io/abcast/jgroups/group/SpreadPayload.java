package io.abcast.jgroups.group;

import io.abcast.kernel.Digest;
import io.abcast.kernel.MalformedFrameException;
import org.jgroups.BytesMessage;
import org.jgroups.Message;
import org.jgroups.Message.Flag;
import org.jgroups.Message.TransientFlag;

/**
 * The payload of a request that a member multicasts separately from the message that orders the request. {@code FOREST}
 * carries the multicast; a member that lacks a payload fetches it from another member.
 */
record SpreadPayload(Digest digest, byte[] bytes) {
    private static final AbcastHeader HEADER = new AbcastHeader(AbcastHeader.PAYLOAD);

    /** The caller must not change {@code bytes} afterwards. */
    static Message encode(short protocolId, byte[] bytes) {
        return new BytesMessage(null, bytes, 0, bytes.length)
                .setFlag(Flag.NO_FC, Flag.NO_RELIABILITY)
                .setFlag(TransientFlag.DONT_LOOPBACK, TransientFlag.DONT_BLOCK)
                .putHeader(protocolId, HEADER);
    }

    static SpreadPayload decode(Message message) {
        if (!message.hasArray() || message.getArray() == null)
            throw new MalformedFrameException("payload: expected bytes, got none");
        byte[] bytes = new byte[message.getLength()];
        System.arraycopy(message.getArray(), message.getOffset(), bytes, 0, bytes.length);
        return new SpreadPayload(Digest.of(bytes), bytes);
    }
}
