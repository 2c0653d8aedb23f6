package io.abcast.search;

import io.abcast.dissemination.forest.node.ForestCodec;
import io.abcast.dissemination.forest.node.ForestMessage;
import io.abcast.kernel.Message;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * Wraps a message of FOREST, so that members can exchange it in addition to the messages of their ordering protocol.
 */
record ForestEnvelope(ForestMessage body) implements Message {
    @Override
    public int wireBytes() {
        return 1 + body.wireBytes();
    }

    @Override
    public Class<?> kind() {
        return body.getClass();
    }

    record Codec(MessageCodec<Message> of) implements MessageCodec<Message> {
        /**
         * First byte of a FOREST message; frames of other messages begin with their version number, which is always
         * lower.
         */
        private static final int MARK = 0xFE;

        private static final ForestCodec FOREST = new ForestCodec();

        @Override
        public int versionMax() {
            return of.versionMax();
        }

        @Override
        public void encode(Message message, int version, WireWriter out) {
            if (message instanceof ForestEnvelope envelope)
                FOREST.encode(envelope.body, FOREST.versionMax(), out.u8(MARK));
            else of.encode(message, version, out);
        }

        @Override
        public Message decode(WireReader in) {
            byte[] frame = in.raw(in.remaining());
            if (frame.length == 0 || (frame[0] & 0xFF) != MARK)
                return of.decode(new WireReader(frame));
            WireReader body = new WireReader(frame);
            body.u8();
            return new ForestEnvelope(FOREST.decode(body));
        }
    }
}
