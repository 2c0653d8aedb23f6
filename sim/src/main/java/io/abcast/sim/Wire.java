package io.abcast.sim;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Message;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/** Sends messages through a protocol's codec and back, so that every run tests the codec as well. */
final class Wire {
    private final MessageCodec<?> codec;
    private final WireWriter writer = new WireWriter(1_024);
    private String complaint;

    /** @param codec {@code null}: messages pass as they are */
    Wire(MessageCodec<?> codec) {
        this.codec = codec;
    }

    /** The message as it arrives; {@code null} if its own codec does not understand it. */
    Message pass(Message message) {
        complaint = null;
        return codec == null ? message : pass(message, codec);
    }

    /** What was wrong with the last message, or {@code null}. */
    String complaint() {
        return complaint;
    }

    @SuppressWarnings("unchecked")
    private <M extends Message> Message pass(Message message, MessageCodec<M> family) {
        writer.clear();
        family.encode((M) message, writer);
        int bytes = writer.size();
        if (bytes > message.wireBytes()) {
            complaint = message + ": says " + message.wireBytes() + " wire bytes, encoded " + bytes;
        }
        try {
            return family.decode(new WireReader(writer.toByteArray()));
        } catch (MalformedFrameException e) {
            complaint = message + ": its own frame does not decode: " + e.getMessage();
            return null;
        }
    }
}
