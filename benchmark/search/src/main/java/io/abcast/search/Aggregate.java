package io.abcast.search;

import io.abcast.dissemination.omaha.Composite;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Message;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.ArrayList;
import java.util.List;

/** A message that carries at least two messages from one member to another member. */
record Aggregate(List<Message> messages) implements Message {
    @Override
    public int wireBytes() {
        int[] sizes = messages.stream().mapToInt(Message::wireBytes).toArray();
        int bytes = 1 + Composite.overhead(sizes);
        for (int size : sizes) bytes += size;
        return bytes;
    }

    record Codec(MessageCodec<Message> of) implements MessageCodec<Message> {
        /**
         * First byte of an aggregate; frames of other messages begin with their version number, which is always lower.
         */
        private static final int MARK = 0xFF;

        @Override
        public int versionMax() {
            return of.versionMax();
        }

        @Override
        public void encode(Message message, int version, WireWriter out) {
            if (!(message instanceof Aggregate aggregate)) {
                of.encode(message, version, out);
                return;
            }
            List<byte[]> frames = new ArrayList<>();
            for (Message one : aggregate.messages) {
                WireWriter frame = new WireWriter(one.wireBytes());
                of.encode(one, version, frame);
                frames.add(frame.toByteArray());
            }
            out.u8(MARK).raw(Composite.encode(frames));
        }

        @Override
        public Message decode(WireReader in) {
            byte[] frame = in.raw(in.remaining());
            if (frame.length == 0 || (frame[0] & 0xFF) != MARK)
                return of.decode(new WireReader(frame));
            List<Message> messages = new ArrayList<>();
            for (byte[] one : Composite.decode(frame, 1, frame.length - 1))
                messages.add(of.decode(new WireReader(one)));
            if (messages.size() < 2)
                throw new MalformedFrameException("aggregate of " + messages.size() + " messages");
            return new Aggregate(messages);
        }
    }
}
