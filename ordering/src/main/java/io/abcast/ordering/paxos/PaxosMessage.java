package io.abcast.ordering.paxos;

import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Message;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.Incarnation;
import io.abcast.ordering.log.Name;
import io.abcast.ordering.log.Value;
import java.util.List;

/** Messages between members that run Paxos or Fast Paxos. */
public sealed interface PaxosMessage extends Message {
    /** Maximum number of votes in one promise ({@link Ack}). */
    int VOTES_MAX = 1 << 16;

    /** Number on the wire of the first type of {@code PaxosMessage}; the numbers of all types are consecutive. */
    int FIRST_TYPE = 32;

    /**
     * Phase 1a of Paxos: asks the receiver to join {@code ballot}, and to report its votes in slots at or above {@code
     * from}.
     *
     * @param candidate identity of the storage of the sender, which is the candidate
     * @param doublings number of times that the sender has doubled its wait for promises; see {@link BallotTimeout}
     */
    record Prepare(long ballot, long from, Incarnation candidate, int doublings)
            implements PaxosMessage {
        @Override
        public int wireBytes() {
            return 23 + Incarnation.BYTES;
        }
    }

    /**
     * Phase 1b of Paxos, a promise: after this message the sender ignores lower ballots.
     *
     * @param from the first slot whose vote the candidate has asked for, as in its {@link Prepare}
     * @param candidate identity of the candidate's storage, as in its {@link Prepare}.
     * @param acceptor identity of the sender's storage, which holds the sender's promise.
     * @param durable slot up to which the sender's synced log or snapshot holds all decisions.
     * @param inside slot of which the sender's log holds only a part of the entries; 0 if the log ends at the end of a
     *     slot
     * @param beside members, with one bit per rank, without whose promises the sender's promise does not count; 0 if
     *     the promise counts alone
     * @param votes votes of the sender, in slots at or above {@code from} and above {@code durable}
     */
    record Ack(
            long ballot,
            long from,
            Incarnation candidate,
            Incarnation acceptor,
            long durable,
            long inside,
            int beside,
            List<Vote> votes)
            implements PaxosMessage {
        @Override
        public int wireBytes() {
            int bytes = 49 + 2 * Incarnation.BYTES;
            for (Vote vote : votes) bytes += vote.bytes();
            return bytes;
        }
    }

    /**
     * Asks the receiver to confirm the promise that it has given to the sender, after a quorum has promised the
     * sender's ballot.
     *
     * @param round number of this question within the candidate's preparation.
     * @param candidate identity of the storage of the sender, which is the candidate
     * @param acceptor identity of the storage that holds the receiver's promise, as in {@link Ack}
     */
    record Confirm(long ballot, int round, Incarnation candidate, Incarnation acceptor)
            implements PaxosMessage {
        @Override
        public int wireBytes() {
            return 16 + 2 * Incarnation.BYTES;
        }
    }

    /**
     * Confirms that the sender's present storage holds the promise of {@code ballot}, and that the sender has promised
     * no higher ballot.
     */
    record Confirmed(long ballot, int round, Incarnation candidate) implements PaxosMessage {
        @Override
        public int wireBytes() {
            return 16 + Incarnation.BYTES;
        }
    }

    /** Refuses to join {@code ballot}, because the sender takes part in the higher ballot {@code promised}. */
    record Nack(long ballot, long promised) implements PaxosMessage {
        @Override
        public int wireBytes() {
            return 22;
        }
    }

    /** Phase 2a of Paxos: the owner of {@code ballot} asks all acceptors to accept {@code value} in {@code slot}. */
    record Accept(long ballot, long slot, Value value) implements PaxosMessage {
        @Override
        public int wireBytes() {
            return 22 + value.bytes();
        }
    }

    /**
     * Phase 2b of Paxos: announces that the sender has accepted the value named {@code name} in {@code slot}.
     *
     * @param fast whether the sender accepted the first value that arrived in a fast round, see {@link Vote#fast}
     */
    record Accepted(long slot, long ballot, boolean fast, Name name) implements PaxosMessage {
        @Override
        public int wireBytes() {
            return 22 + Name.BYTES;
        }

        @Override
        public long instance() {
            return slot;
        }
    }

    /** Asks the receiver for the decided values of {@code slots}, of which the sender knows only the names. */
    record Want(List<Long> slots) implements PaxosMessage {
        static final int SLOTS_MAX = 64;

        @Override
        public int wireBytes() {
            return 3 + 10 * slots.size();
        }
    }

    /** Answers a {@link Want} with votes of the sender, which contain the requested values. */
    record Given(List<Vote> votes) implements PaxosMessage {
        @Override
        public int wireBytes() {
            int bytes = 3;
            for (Vote vote : votes) bytes += vote.bytes();
            return bytes;
        }
    }

    /**
     * Message of Fast Paxos: allows every member to propose values in {@code ballot}, in slots at or above {@code
     * from}.
     */
    record Any(long ballot, long from) implements PaxosMessage {
        @Override
        public int wireBytes() {
            return 22;
        }
    }

    /** Message of Fast Paxos: proposes a value of the sender directly to the acceptors. */
    record Propose(long ballot, long slot, Value value) implements PaxosMessage {
        @Override
        public int wireBytes() {
            return 22 + value.bytes();
        }
    }

    /**
     * Heartbeat of the owner of {@code ballot}; the owner has applied all slots up to {@code applied}.
     *
     * @param any the first slot in which every member may propose values, as in {@link Any}; 0 if only the owner of the
     *     ballot may propose.
     * @param heard the owner of the ballot, and the voters that have answered the owner within the election timeout,
     *     with one bit per rank
     */
    record Heartbeat(long ballot, long applied, long any, int heard) implements PaxosMessage {
        @Override
        public int wireBytes() {
            return 37;
        }
    }

    /** A voter's answer to a {@link Heartbeat} of {@code ballot}. */
    record HeartbeatAck(long ballot) implements PaxosMessage {
        @Override
        public int wireBytes() {
            return 12;
        }
    }

    /**
     * Asks the leader to admit the sender, which may have lost its votes, as a voter.
     *
     * @param who identity of the sender's storage
     */
    record Join(Incarnation who) implements PaxosMessage {
        @Override
        public int wireBytes() {
            return 2 + Incarnation.BYTES;
        }
    }

    /**
     * Admits a recovering member as a voter: the member may vote in {@code ballot} and in higher ballots, in slots
     * above {@code through}.
     *
     * @param who identity of the recovering member's storage, as in its {@link Join}
     */
    record Admit(Incarnation who, long ballot, long through) implements PaxosMessage {
        @Override
        public int wireBytes() {
            return 22 + Incarnation.BYTES;
        }
    }

    /** Writes the type and the content of {@code message}. */
    static void write(PaxosMessage message, WireWriter out) {
        if (message instanceof Prepare m) {
            m.candidate.write(out.u8(FIRST_TYPE).varint(m.ballot).varint(m.from));
            out.varint(m.doublings);
        } else if (message instanceof Ack m) {
            out.u8(FIRST_TYPE + 1).varint(m.ballot).varint(m.from).varint(m.durable);
            m.candidate.write(out);
            m.acceptor.write(out);
            out.varint(m.inside).varint(m.beside & 0xFFFF_FFFFL).list(m.votes, Vote::write);
        } else if (message instanceof Nack m)
            out.u8(FIRST_TYPE + 2).varint(m.ballot).varint(m.promised);
        else if (message instanceof Accept m)
            m.value.write(out.u8(FIRST_TYPE + 3).varint(m.ballot).varint(m.slot));
        else if (message instanceof Accepted m) {
            out.u8(FIRST_TYPE + 4).varint(m.slot).varint(m.ballot).u8(m.fast ? 1 : 0);
            m.name.write(out);
        } else if (message instanceof Any m) out.u8(FIRST_TYPE + 5).varint(m.ballot).varint(m.from);
        else if (message instanceof Propose m)
            m.value.write(out.u8(FIRST_TYPE + 6).varint(m.ballot).varint(m.slot));
        else if (message instanceof Heartbeat m) {
            out.u8(FIRST_TYPE + 7).varint(m.ballot).varint(m.applied).varint(m.any);
            out.i32(m.heard);
        } else ownership(message, out);
    }

    private static void ownership(PaxosMessage message, WireWriter out) {
        if (message instanceof HeartbeatAck m) out.u8(FIRST_TYPE + 8).varint(m.ballot);
        else if (message instanceof Confirm m) {
            out.u8(FIRST_TYPE + 9).varint(m.ballot).varint(m.round);
            m.candidate.write(out);
            m.acceptor.write(out);
        } else if (message instanceof Confirmed m)
            m.candidate.write(out.u8(FIRST_TYPE + 10).varint(m.ballot).varint(m.round));
        else if (message instanceof Join m) m.who.write(out.u8(FIRST_TYPE + 11));
        else if (message instanceof Admit m) {
            m.who.write(out.u8(FIRST_TYPE + 12));
            out.varint(m.ballot).varint(m.through);
        } else if (message instanceof Want m)
            out.u8(FIRST_TYPE + 13).list(m.slots, (slot, to) -> to.varint(slot));
        else if (message instanceof Given m) out.u8(FIRST_TYPE + 14).list(m.votes, Vote::write);
    }

    /**
     * Reads the content of a message whose {@code type} the caller has already read.
     *
     * @throws MalformedFrameException if the bytes are not a message of type {@code type}
     */
    static PaxosMessage read(int type, WireReader in) {
        return switch (type - FIRST_TYPE) {
            case 0 ->
                    new Prepare(
                            in.varint(),
                            in.varint(),
                            Incarnation.read(in),
                            in.count(BallotTimeout.DOUBLINGS_MAX));
            case 1 -> ack(in);
            case 2 -> new Nack(in.varint(), in.varint());
            case 3 -> new Accept(in.varint(), in.varint(), Value.readNamed(in));
            case 4 -> accepted(in);
            case 5 -> new Any(in.varint(), in.varint());
            case 6 -> new Propose(in.varint(), in.varint(), Value.readNamed(in));
            case 7 -> new Heartbeat(in.varint(), in.varint(), in.varint(), in.i32());
            case 8 -> new HeartbeatAck(in.varint());
            case 9 ->
                    new Confirm(
                            in.varint(),
                            in.count(Integer.MAX_VALUE),
                            Incarnation.read(in),
                            Incarnation.read(in));
            case 10 ->
                    new Confirmed(in.varint(), in.count(Integer.MAX_VALUE), Incarnation.read(in));
            case 11 -> new Join(Incarnation.read(in));
            case 12 -> new Admit(Incarnation.read(in), in.varint(), in.varint());
            case 13 -> new Want(in.list(Want.SLOTS_MAX, WireReader::varint));
            case 14 -> new Given(in.list(Want.SLOTS_MAX, Vote::read));
            default ->
                    throw new MalformedFrameException("type: expected one of Paxos, got " + type);
        };
    }

    private static Ack ack(WireReader in) {
        long ballot = in.varint();
        long from = in.varint();
        long durable = in.varint();
        Incarnation candidate = Incarnation.read(in);
        Incarnation acceptor = Incarnation.read(in);
        long inside = in.varint();
        int beside = (int) in.varint();
        List<Vote> votes = in.list(VOTES_MAX, Vote::read);
        return new Ack(ballot, from, candidate, acceptor, durable, inside, beside, votes);
    }

    private static Accepted accepted(WireReader in) {
        return new Accepted(in.varint(), in.varint(), in.u8() == 1, Name.read(in));
    }
}
