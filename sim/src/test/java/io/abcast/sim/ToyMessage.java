package io.abcast.sim;

import io.abcast.kernel.Entry;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Message;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.ArrayList;
import java.util.List;

/** Messages between members that run {@link ToyNode}s, which are nodes of a protocol for tests. */
sealed interface ToyMessage extends Message {
    record Pull(long last, long durable) implements ToyMessage {
        @Override
        public int wireBytes() {
            return 17;
        }
    }

    record Entries(long after, long committed, List<Entry> entries) implements ToyMessage {
        @Override
        public int wireBytes() {
            int bytes = 27;
            for (Entry entry : entries) bytes += entry.bytes();
            return bytes;
        }
    }

    record Forward(long first, long request, byte[] payload) implements ToyMessage {
        @Override
        public int wireBytes() {
            return 17 + payload.length;
        }
    }

    record Ask(long read) implements ToyMessage {
        @Override
        public int wireBytes() {
            return 9;
        }
    }

    record Answer(long read, long committed) implements ToyMessage {
        @Override
        public int wireBytes() {
            return 17;
        }
    }

    final class Codec implements MessageCodec<ToyMessage> {
        @Override
        public int versionMax() {
            return 1;
        }

        @Override
        public void encode(ToyMessage message, int version, WireWriter out) {
            if (message instanceof Pull m) out.u8(1).i64(m.last).i64(m.durable);
            else if (message instanceof Forward m)
                out.u8(2).i64(m.first).i64(m.request).raw(m.payload);
            else if (message instanceof Ask m) out.u8(3).i64(m.read);
            else if (message instanceof Answer m) out.u8(4).i64(m.read).i64(m.committed);
            else if (message instanceof Entries m) {
                out.u8(5).i64(m.after).i64(m.committed).i32(m.entries.size());
                for (Entry e : m.entries) {
                    out.i64(e.zxid()).i32(e.origin()).i64(e.request()).i64(e.payload().length);
                    out.raw(e.payload());
                }
            }
        }

        @Override
        public ToyMessage decode(WireReader in) {
            ToyMessage message =
                    switch (in.u8()) {
                        case 1 -> new Pull(in.i64(), in.i64());
                        case 2 -> new Forward(in.i64(), in.i64(), in.raw(in.remaining()));
                        case 3 -> new Ask(in.i64());
                        case 4 -> new Answer(in.i64(), in.i64());
                        case 5 -> entries(in);
                        default -> throw new MalformedFrameException("kind");
                    };
            in.end();
            return message;
        }

        private static Entries entries(WireReader in) {
            long after = in.i64();
            long committed = in.i64();
            int count = in.i32();
            List<Entry> entries = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                entries.add(new Entry(in.i64(), in.i32(), in.i64(), in.raw((int) in.i64())));
            }
            return new Entries(after, committed, entries);
        }
    }
}
