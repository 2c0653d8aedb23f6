package io.abcast.ordering;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.MessageCodec;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.epaxos.EpaxosMessage;
import io.abcast.ordering.fbp.FbpMessage;
import io.abcast.ordering.log.Incarnation;
import io.abcast.ordering.log.LogMessage;
import io.abcast.ordering.log.LogMessage.Applied;
import io.abcast.ordering.log.LogMessage.Chunk;
import io.abcast.ordering.log.LogMessage.Entries;
import io.abcast.ordering.log.LogMessage.Fetch;
import io.abcast.ordering.log.LogMessage.Forward;
import io.abcast.ordering.log.LogMessage.Framed;
import io.abcast.ordering.log.LogMessage.Learn;
import io.abcast.ordering.log.LogMessage.Lock;
import io.abcast.ordering.log.LogMessage.Offer;
import io.abcast.ordering.log.LogMessage.Rank;
import io.abcast.ordering.log.LogMessage.Reach;
import io.abcast.ordering.log.LogMessage.ReadAsk;
import io.abcast.ordering.log.LogMessage.ReadReply;
import io.abcast.ordering.log.LogMessage.Standing;
import io.abcast.ordering.log.OriginRequest;
import io.abcast.ordering.paxos.PaxosMessage;

/**
 * The wire format of the ordering protocols that are based on consensus. A frame consists of the version of the frame
 * format, in a founded ensemble the era (random number of the founding), the message type and the content.
 */
public final class OrderingCodec implements MessageCodec<Message> {
    /**
     * The codec for the messages of all protocols except EPaxos, whose messages only the codec of an ensemble can read.
     */
    public static final OrderingCodec INSTANCE = new OrderingCodec(null);

    private static final int VERSION = 8;
    private static final int FRAMED = 1;
    private static final int STANDING = 2;

    /** The members of the ensemble; {@code null} if this codec does not support messages of EPaxos. */
    private final Membership members;

    private OrderingCodec(Membership members) {
        this.members = members;
    }

    /** Returns the codec for an ensemble with these members, which also reads and writes the messages of EPaxos. */
    public static OrderingCodec of(Membership members) {
        return new OrderingCodec(members);
    }

    @Override
    public int versionMax() {
        return VERSION;
    }

    @Override
    public void encode(Message message, int version, WireWriter out) {
        out.u8(VERSION);
        if (message instanceof Framed m) {
            body(m.body(), out.u8(FRAMED).i64(m.era()));
        } else if (message instanceof Standing m) {
            standing(m, out.u8(STANDING));
        } else {
            body(message, out);
        }
    }

    private static void body(Message message, WireWriter out) {
        if (message instanceof PaxosMessage m) PaxosMessage.write(m, out);
        else if (message instanceof FbpMessage m) FbpMessage.write(m, out);
        else if (message instanceof EpaxosMessage m) EpaxosMessage.write(m, out);
        else if (message instanceof LogMessage m) log(m, out);
        else
            throw new IllegalArgumentException("expected a message of this module, got " + message);
    }

    private static void log(LogMessage message, WireWriter out) {
        if (message instanceof Forward m) {
            out.u8(3).list(m.requests(), OriginRequest::write);
        } else if (message instanceof Learn m) {
            out.u8(4).varint(m.slot()).varint(m.zxid());
        } else if (message instanceof Entries m) {
            out.u8(5).varint(m.afterSlot()).varint(m.afterZxid()).varint(m.throughSlot());
            out.list(m.entries(), OrderingCodec::entry);
        } else if (message instanceof Offer m) {
            id(m.snapshot(), out.u8(6)).bytes(m.note()).u8(m.content() == null ? 0 : 1);
            if (m.content() != null) m.content().write(out);
            out.bytes(m.proof());
        } else if (message instanceof Fetch m) {
            id(m.snapshot(), out.u8(7)).varint(m.offset());
        } else if (message instanceof Chunk m) {
            id(m.snapshot(), out.u8(8)).varint(m.offset()).bytes(m.bytes());
        } else if (message instanceof ReadAsk m) {
            out.u8(9).varint(m.read());
        } else if (message instanceof ReadReply m) {
            out.u8(10).varint(m.read()).varint(m.slot());
        } else if (message instanceof Reach m) {
            out.u8(11).varint(m.slot());
        } else if (message instanceof Applied m) {
            out.u8(12).varint(m.slot());
        } else {
            throw new IllegalArgumentException(
                    "expected a message that a frame may contain, got " + message);
        }
    }

    private static void entry(Entry e, WireWriter out) {
        out.i64(e.zxid()).i32(e.tag()).varint(e.place()).i64(e.request()).bytes(e.payload());
    }

    private static Entry entry(WireReader in) {
        return Entry.tagged(in.i64(), in.i32(), in.varint(), in.i64(), in.bytes());
    }

    private static WireWriter id(SnapshotId id, WireWriter out) {
        return out.i64(id.zxid()).varint(id.bytes()).i32(id.crc());
    }

    @Override
    public Message decode(WireReader in) {
        int version = in.u8();
        if (version != VERSION)
            throw new MalformedFrameException("version: expected " + VERSION + ", got " + version);
        int type = in.u8();
        Message message;
        if (type == FRAMED) message = new Framed(in.i64(), body(in.u8(), in));
        else if (type == STANDING) message = standing(in);
        else message = body(type, in);
        in.end();
        return message;
    }

    private static void standing(Standing m, WireWriter out) {
        out.u8(m.asks() ? 1 : 0).i64(m.to()).u8(m.rank().ordinal());
        m.incarnation().write(out);
        m.lock().write(out.i64(m.era()));
        out.u8(m.bootstrap() ? 1 : 0).varint(m.promised()).varint(m.through());
        out.varint(m.held()).u8(m.gap() ? 1 : 0).varint(m.base());
    }

    private static Standing standing(WireReader in) {
        return new Standing(
                in.u8() == 1,
                in.i64(),
                Rank.values()[in.count(Rank.values().length - 1)],
                Incarnation.read(in),
                in.i64(),
                Lock.read(in),
                in.u8() == 1,
                in.varint(),
                in.varint(),
                in.varint(),
                in.u8() == 1,
                in.varint());
    }

    private Message body(int type, WireReader in) {
        if (type >= EpaxosMessage.FIRST_TYPE && members != null)
            return EpaxosMessage.read(type, in, members);
        if (type >= FbpMessage.FIRST_TYPE) return FbpMessage.read(type, in);
        if (type >= PaxosMessage.FIRST_TYPE) return PaxosMessage.read(type, in);
        return switch (type) {
            case 3 -> new Forward(in.list(Integer.MAX_VALUE, OriginRequest::read));
            case 4 -> new Learn(in.varint(), in.varint());
            case 5 ->
                    new Entries(
                            in.varint(),
                            in.varint(),
                            in.varint(),
                            in.list(Integer.MAX_VALUE, OrderingCodec::entry));
            case 6 ->
                    new Offer(
                            id(in),
                            in.bytes(),
                            in.count(1) == 1 ? Digest.read(in) : null,
                            in.bytes());
            case 7 -> new Fetch(id(in), in.varint());
            case 8 -> new Chunk(id(in), in.varint(), in.bytes());
            case 9 -> new ReadAsk(in.varint());
            case 10 -> new ReadReply(in.varint(), in.varint());
            case 11 -> new Reach(in.varint());
            case 12 -> new Applied(in.varint());
            default -> throw new MalformedFrameException("type: expected a known one, got " + type);
        };
    }

    private static SnapshotId id(WireReader in) {
        return new SnapshotId(in.i64(), in.varint(), in.i32());
    }
}
