package io.abcast.jgroups.group;

import io.abcast.kernel.Digest;
import io.abcast.kernel.MalformedFrameException;
import org.jgroups.BytesMessage;
import org.jgroups.Message;
import org.jgroups.Message.Flag;
import org.jgroups.Message.TransientFlag;

/**
 * The payload of a request, which a member multicasts apart from the message that orders the request. FOREST carries
 * the multicast. No protocol repeats a lost multicast of this kind; a member that lacks the payload fetches it.
 *
 * @param digest digest of {@code bytes}
 */
record SpreadPayload(Digest digest, byte[] bytes) {
    private static final AbcastHeader HEADER = new AbcastHeader(AbcastHeader.PAYLOAD);

    /** Encodes a payload; {@code bytes} must not be changed afterwards. */
    static Message encode(short protocolId, byte[] bytes) {
        return new BytesMessage(null, bytes, 0, bytes.length)
                .setFlag(Flag.NO_FC, Flag.NO_RELIABILITY)
                .setFlag(TransientFlag.DONT_LOOPBACK, TransientFlag.DONT_BLOCK)
                .putHeader(protocolId, HEADER);
    }

    /** @throws MalformedFrameException if the message has no bytes */
    static SpreadPayload decode(Message message) {
        if (!message.hasArray() || message.getArray() == null)
            throw new MalformedFrameException("payload: expected bytes, got none");
        byte[] bytes = new byte[message.getLength()];
        System.arraycopy(message.getArray(), message.getOffset(), bytes, 0, bytes.length);
        return new SpreadPayload(Digest.of(bytes), bytes);
    }
}
