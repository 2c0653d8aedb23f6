package io.abcast.ordering.paxos;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Message;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.Value;
import java.util.List;

/** What members that run Paxos or Fast Paxos say to one another. */
public sealed interface PaxosMessage extends Message {
    /** Votes in one {@link Ack}, at most. */
    int VOTES_MAX = 1 << 16;

    /** The type of the first message on the wire; they are consecutive. */
    int FIRST_TYPE = 32;

    /** Asks to join {@code ballot}, and for the votes in instances {@code from} to {@code through}. */
    record Prepare(long ballot, long from, long through) implements PaxosMessage {
        @Override
        public int wireBytes() {
            return 32;
        }
    }

    /**
     * A promise: the sender takes part in no ballot below.
     *
     * @param from as asked
     * @param applied all instances up to this one are decided, and the sender knows how
     * @param votes of the sender, in instances from {@code from} on
     */
    record Ack(long ballot, long from, long applied, List<Vote> votes) implements PaxosMessage {
        @Override
        public int wireBytes() {
            int bytes = 35;
            for (Vote vote : votes) bytes += vote.bytes();
            return bytes;
        }
    }

    /** The sender takes part in {@code promised}, which is above {@code ballot}. */
    record Nack(long ballot, long promised) implements PaxosMessage {
        @Override
        public int wireBytes() {
            return 22;
        }
    }

    /** The ballot's owner names the value of an instance. */
    record Accept(long ballot, long slot, Value value) implements PaxosMessage {
        @Override
        public int wireBytes() {
            return 22 + value.bytes();
        }
    }

    /**
     * The sender has accepted the value with this name.
     *
     * @param fast see {@link Vote#fast}
     */
    record Accepted(long slot, long ballot, boolean fast, int origin, long request)
            implements PaxosMessage {
        @Override
        public int wireBytes() {
            return 35;
        }

        @Override
        public long instance() {
            return Value.instance(origin, request);
        }
    }

    /** Fast Paxos: whoever has a value may propose it in {@code ballot}, in an instance not before that one. */
    record Any(long ballot, long from) implements PaxosMessage {
        @Override
        public int wireBytes() {
            return 22;
        }
    }

    /** Fast Paxos: a value on its way from a proposer to the acceptors directly. */
    record Propose(long ballot, long slot, Value value) implements PaxosMessage {
        @Override
        public int wireBytes() {
            return 22 + value.bytes();
        }
    }

    /**
     * The owner of {@code ballot} is alive, and has applied all instances up to one.
     *
     * @param any as of {@link Any}; 0 if the owner names the values
     */
    record Heartbeat(long ballot, long applied, long any) implements PaxosMessage {
        @Override
        public int wireBytes() {
            return 32;
        }
    }

    /** Writes type and content. */
    static void write(PaxosMessage message, WireWriter out) {
        if (message instanceof Prepare m)
            out.u8(FIRST_TYPE).varint(m.ballot).varint(m.from).varint(m.through);
        else if (message instanceof Ack m)
            out.u8(FIRST_TYPE + 1)
                    .varint(m.ballot)
                    .varint(m.from)
                    .varint(m.applied)
                    .list(m.votes, Vote::write);
        else if (message instanceof Nack m)
            out.u8(FIRST_TYPE + 2).varint(m.ballot).varint(m.promised);
        else if (message instanceof Accept m)
            m.value.write(out.u8(FIRST_TYPE + 3).varint(m.ballot).varint(m.slot));
        else if (message instanceof Accepted m) {
            out.u8(FIRST_TYPE + 4).varint(m.slot).varint(m.ballot).u8(m.fast ? 1 : 0);
            out.varint(m.origin).i64(m.request);
        } else if (message instanceof Any m) out.u8(FIRST_TYPE + 5).varint(m.ballot).varint(m.from);
        else if (message instanceof Propose m)
            m.value.write(out.u8(FIRST_TYPE + 6).varint(m.ballot).varint(m.slot));
        else if (message instanceof Heartbeat m)
            out.u8(FIRST_TYPE + 7).varint(m.ballot).varint(m.applied).varint(m.any);
    }

    /**
     * Reads what {@link #write} wrote after the type.
     *
     * @throws MalformedFrameException if it is not that
     */
    static PaxosMessage read(int type, WireReader in) {
        return switch (type - FIRST_TYPE) {
            case 0 -> new Prepare(in.varint(), in.varint(), in.varint());
            case 1 ->
                    new Ack(in.varint(), in.varint(), in.varint(), in.list(VOTES_MAX, Vote::read));
            case 2 -> new Nack(in.varint(), in.varint());
            case 3 -> new Accept(in.varint(), in.varint(), Value.read(in));
            case 4 -> accepted(in);
            case 5 -> new Any(in.varint(), in.varint());
            case 6 -> new Propose(in.varint(), in.varint(), Value.read(in));
            case 7 -> new Heartbeat(in.varint(), in.varint(), in.varint());
            default -> throw new MalformedFrameException("no message of Paxos has type " + type);
        };
    }

    private static Accepted accepted(WireReader in) {
        return new Accepted(in.varint(), in.varint(), in.u8() == 1, in.count(0xFFFF), in.i64());
    }
}
