package io.abcast.sim;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Message;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.sim.liar.Lie;

/** Encodes and decodes messages with a protocol's codec, so that every run also tests the codec. */
final class Wire {
    private final MessageCodec<?> codec;
    private final WireWriter writer = new WireWriter(1_024);
    private String complaint;

    private static final int GARBLED_MAX = 4;

    /** {@code codec} is {@code null} if messages are not encoded. */
    Wire(MessageCodec<?> codec) {
        this.codec = codec;
    }

    /** {@code null} if the codec cannot decode its own frame. */
    Message pass(Message message, int version) {
        complaint = null;
        return codec == null ? message : pass(message, version, codec);
    }

    /** {@code null} if the codec rejects the frame as malformed; any other exception violates the codec's contract. */
    Message passLie(Lie lie) {
        complaint = null;
        return codec == null ? lie.body() : passLie(lie, codec);
    }

    @SuppressWarnings("unchecked")
    private <M extends Message> Message passLie(Lie lie, MessageCodec<M> family) {
        writer.clear();
        try {
            family.encode((M) lie.body(), writer);
        } catch (RuntimeException e) {
            // The codec has no frame for this lie, so the faulty member cannot send it.
            return null;
        }
        byte[] frame = writer.toByteArray();
        if (lie.garble() != 0) garble(frame, new Rng(lie.garble()));
        try {
            return family.decode(new WireReader(frame));
        } catch (MalformedFrameException e) {
            return null;
        } catch (RuntimeException e) {
            complaint =
                    "a frame of "
                            + frame.length
                            + " bytes: expected a message or a malformed frame, got "
                            + e;
            return null;
        }
    }

    private static void garble(byte[] frame, Rng dice) {
        for (int i = dice.below(GARBLED_MAX); i >= 0; i--)
            frame[dice.below(frame.length)] = (byte) dice.nextLong();
    }

    /** {@code null} if the codec kept its contract for the last message. */
    String complaint() {
        return complaint;
    }

    @SuppressWarnings("unchecked")
    private <M extends Message> Message pass(Message message, int version, MessageCodec<M> family) {
        writer.clear();
        try {
            family.encode((M) message, version, writer);
        } catch (IllegalArgumentException e) {
            // An old frame version may have no encoding for a new kind of message.
            if (version == family.versionMax()) throw e;
            return null;
        }
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
