package io.abcast.ordering.fbp;

import io.abcast.kernel.Digest;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.Incarnation;
import io.abcast.ordering.log.Value;
import java.util.List;

/** What members that run Fast Byzantine Paxos say to one another. */
public sealed interface FbpMessage extends Message {
    /** The type of the first message on the wire; they are consecutive. */
    int FIRST_TYPE = 64;

    /** Claims in one message; an honest member sends at most two kinds of {@link ClaimBook#SLOTS_MAX}. */
    int CLAIMS_MAX = 2 * ClaimBook.SLOTS_MAX;

    /** Step 1: the leader of a regency proposes. */
    record Propose(long regency, long slot, Value value) implements FbpMessage {
        @Override
        public int wireBytes() {
            return 22 + value.bytes();
        }
    }

    /**
     * Step 2: an acceptor has accepted; to all learners.
     *
     * @param digest of the value
     */
    record Accepted(long regency, long slot, Digest digest) implements FbpMessage {
        /** The message of that vote. */
        public static Accepted of(Report.Vote vote) {
            return new Accepted(vote.regency(), vote.slot(), vote.value().digest());
        }

        @Override
        public int wireBytes() {
            return 22 + Digest.BYTES;
        }

        @Override
        public long instance() {
            return slot;
        }
    }

    /** Step 3: a learner has learned; to all proposers. */
    record Learned(long slot) implements FbpMessage {
        @Override
        public int wireBytes() {
            return 11;
        }
    }

    /** Step 4: a proposer knows that enough learners have learned. */
    record Satisfied(long slot) implements FbpMessage {
        @Override
        public int wireBytes() {
            return 11;
        }
    }

    /** The sender wants another leader than that of {@code regency}. */
    record Suspect(long regency) implements FbpMessage {
        @Override
        public int wireBytes() {
            return 11;
        }
    }

    /** To the leader of a new regency. */
    record Reported(Report report) implements FbpMessage {
        @Override
        public int wireBytes() {
            return 1 + report.bytes();
        }
    }

    /** The leader shows that it may lead: a progress certificate. */
    record NewRegency(long regency, List<Report> reports) implements FbpMessage {
        @Override
        public int wireBytes() {
            return 16 + SharedValues.bytes(reports);
        }
    }

    /** The sender lacks the certificate of that regency. */
    record Need(long regency) implements FbpMessage {
        @Override
        public int wireBytes() {
            return 11;
        }
    }

    record Heartbeat(long regency, long applied) implements FbpMessage {
        @Override
        public int wireBytes() {
            return 21;
        }
    }

    /**
     * Claims of what the sender holds durably.
     *
     * @param claims all of them the sender's
     * @param asks whether the sender lacks those of others
     */
    record Claimed(List<Claim> claims, boolean asks) implements FbpMessage {
        @Override
        public int wireBytes() {
            int bytes = 4;
            for (Claim claim : claims) bytes += claim.bytes();
            return bytes;
        }
    }

    /** The sender knows the digests that were chosen in these slots, and lacks the values. */
    record Want(List<Long> slots) implements FbpMessage {
        /** Slots in one message. */
        static final int SLOTS_MAX = 256;

        @Override
        public int wireBytes() {
            return 3 + 10 * slots.size();
        }
    }

    /** Values that the sender has voted for; answers {@link Want}. */
    record Given(List<Named> values) implements FbpMessage {
        /** A value and its slot. */
        public record Named(long slot, Value value) {
            void write(WireWriter out) {
                value.write(out.varint(slot));
            }

            static Named read(WireReader in) {
                return new Named(in.varint(), Value.readDigested(in));
            }
        }

        @Override
        public int wireBytes() {
            int bytes = 3;
            for (Named named : values) bytes += 10 + named.value().bytes();
            return bytes;
        }
    }

    /**
     * The sender has lost its votes and asks to be admitted.
     *
     * @param signature of the {@link Candidate}
     */
    record AdmissionAsk(Incarnation incarnation, byte[] signature) implements FbpMessage {
        @Override
        public int wireBytes() {
            return 5 + Incarnation.BYTES + signature.length;
        }
    }

    /** Writes type and content. */
    static void write(FbpMessage message, WireWriter out) {
        if (message instanceof Propose m)
            m.value.write(out.u8(FIRST_TYPE).varint(m.regency).varint(m.slot));
        else if (message instanceof Accepted m)
            m.digest.write(out.u8(FIRST_TYPE + 1).varint(m.regency).varint(m.slot));
        else if (message instanceof Learned m) out.u8(FIRST_TYPE + 2).varint(m.slot);
        else if (message instanceof Satisfied m) out.u8(FIRST_TYPE + 3).varint(m.slot);
        else if (message instanceof Suspect m) out.u8(FIRST_TYPE + 4).varint(m.regency);
        else if (message instanceof Reported m) m.report.write(out.u8(FIRST_TYPE + 5));
        else if (message instanceof NewRegency m)
            SharedValues.write(m.reports, out.u8(FIRST_TYPE + 6).varint(m.regency));
        else if (message instanceof Need m) out.u8(FIRST_TYPE + 7).varint(m.regency);
        else if (message instanceof Heartbeat m)
            out.u8(FIRST_TYPE + 8).varint(m.regency).varint(m.applied);
        else if (message instanceof Claimed m)
            out.u8(FIRST_TYPE + 9).list(m.claims, Claim::write).u8(m.asks ? 1 : 0);
        else if (message instanceof Want m)
            out.u8(FIRST_TYPE + 10).list(m.slots, (slot, to) -> to.varint(slot));
        else if (message instanceof Given m)
            out.u8(FIRST_TYPE + 11).list(m.values, Given.Named::write);
        else if (message instanceof AdmissionAsk m) {
            m.incarnation.write(out.u8(FIRST_TYPE + 12));
            out.bytes(m.signature);
        }
    }

    /**
     * Reads what {@link #write} wrote after the type.
     *
     * @throws MalformedFrameException if it is not that
     */
    static FbpMessage read(int type, WireReader in) {
        return switch (type - FIRST_TYPE) {
            case 0 -> new Propose(in.varint(), in.varint(), Value.readDigested(in));
            case 1 -> new Accepted(in.varint(), in.varint(), Digest.read(in));
            case 2 -> new Learned(in.varint());
            case 3 -> new Satisfied(in.varint());
            case 4 -> new Suspect(in.varint());
            case 5 -> new Reported(Report.read(in));
            case 6 -> new NewRegency(in.varint(), SharedValues.read(in, Membership.SIZE_MAX));
            case 7 -> new Need(in.varint());
            case 8 -> new Heartbeat(in.varint(), in.varint());
            case 9 -> new Claimed(in.list(CLAIMS_MAX, Claim::read), in.count(1) == 1);
            case 10 -> new Want(in.list(Want.SLOTS_MAX, WireReader::varint));
            case 11 -> new Given(in.list(Want.SLOTS_MAX, Given.Named::read));
            case 12 -> new AdmissionAsk(Incarnation.read(in), in.bytes());
            default -> throw new MalformedFrameException("no message of FBP has type " + type);
        };
    }
}
