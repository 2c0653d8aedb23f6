package io.abcast.sim.groups;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Message;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/** A message between {@link SequencerNode}s, which are a fixture for tests. */
sealed interface SequencerMessage extends Message {
    /** The number is 0 before the sequencer orders the transaction. */
    record Ordered(long number, long session, long request, int[] groups, byte[] payload) {
        void write(WireWriter out) {
            out.i64(number).i64(session).i64(request).u8(groups.length);
            for (int group : groups) out.u8(group);
            out.bytes(payload);
        }

        static Ordered read(WireReader in) {
            long number = in.i64();
            long session = in.i64();
            long request = in.i64();
            int[] groups = new int[in.u8()];
            for (int i = 0; i < groups.length; i++) groups[i] = in.u8();
            return new Ordered(number, session, request, groups, in.bytes());
        }

        boolean isFor(int group) {
            for (int each : groups) if (each == group) return true;
            return false;
        }
    }

    record Request(Ordered txn) implements SequencerMessage {}

    record Item(long place, Ordered txn) implements SequencerMessage {}

    record Has(long places) implements SequencerMessage {}

    record Result(long session, long request, long number, byte[] result)
            implements SequencerMessage {}

    @Override
    default int wireBytes() {
        if (this instanceof Request m) return 80 + m.txn.payload.length + m.txn.groups.length;
        if (this instanceof Item m) return 80 + m.txn.payload.length + m.txn.groups.length;
        return this instanceof Result m ? 64 + m.result.length : 64;
    }

    MessageCodec<SequencerMessage> CODEC =
            new MessageCodec<>() {
                @Override
                public int versionMax() {
                    return 1;
                }

                @Override
                public void encode(SequencerMessage message, int version, WireWriter out) {
                    out.u8(version);
                    if (message instanceof Request m) m.txn.write(out.u8(1));
                    else if (message instanceof Item m) m.txn.write(out.u8(2).i64(m.place));
                    else if (message instanceof Has m) out.u8(3).i64(m.places);
                    else if (message instanceof Result m)
                        out.u8(4).i64(m.session).i64(m.request).i64(m.number).bytes(m.result);
                }

                @Override
                public SequencerMessage decode(WireReader in) {
                    in.u8();
                    int type = in.u8();
                    return switch (type) {
                        case 1 -> new Request(Ordered.read(in));
                        case 2 -> new Item(in.i64(), Ordered.read(in));
                        case 3 -> new Has(in.i64());
                        case 4 -> new Result(in.i64(), in.i64(), in.i64(), in.bytes());
                        default -> throw new MalformedFrameException("type " + type);
                    };
                }
            };
}
