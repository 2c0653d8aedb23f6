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

/** Messages between members that run Fast Byzantine Paxos. */
public sealed interface FbpMessage extends Message {
    /** Number on the wire of the first type of {@code FbpMessage}; the numbers of all types are consecutive. */
    int FIRST_TYPE = 64;

    /**
     * Maximum number of signed claims in one {@code Claimed} message: two kinds, and {@link ClaimBook#SLOTS_MAX} claims
     * of each kind.
     */
    int CLAIMS_MAX = 2 * ClaimBook.SLOTS_MAX;

    /** Step 1 of the protocol: the leader of a regency proposes a value in a slot. */
    record Propose(long regency, long slot, Value value) implements FbpMessage {
        @Override
        public int wireBytes() {
            return 22 + value.bytes();
        }
    }

    /**
     * Step 2 of the protocol: announces to all learners that the sender has accepted a value.
     *
     * @param digest digest of the value that the sender has accepted
     */
    record Accepted(long regency, long slot, Digest digest) implements FbpMessage {
        /** Returns the message that announces {@code vote} to all learners. */
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

    /** Step 3 of the protocol: announces to all proposers that the sender has learned the value of {@code slot}. */
    record Learned(long slot) implements FbpMessage {
        @Override
        public int wireBytes() {
            return 11;
        }
    }

    /**
     * Step 4 of the protocol: announces that the sender knows enough members that have learned the value of {@code
     * slot}.
     */
    record Satisfied(long slot) implements FbpMessage {
        @Override
        public int wireBytes() {
            return 11;
        }
    }

    /** Asks all members to end {@code regency} and to follow the leader of the next regency. */
    record Suspect(long regency) implements FbpMessage {
        @Override
        public int wireBytes() {
            return 11;
        }
    }

    /** Carries a report of the sender's votes to the leader of a new regency. */
    record Reported(Report report) implements FbpMessage {
        @Override
        public int wireBytes() {
            return 1 + report.bytes();
        }
    }

    /** Shows the progress certificate with which the sender leads {@code regency}. */
    record NewRegency(long regency, List<Report> reports) implements FbpMessage {
        @Override
        public int wireBytes() {
            return 16 + SharedValues.bytes(reports);
        }
    }

    /** Asks the receiver for the certificate of {@code regency}. */
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
     * Carries the sender's signed claims, which state up to which slots the sender durably holds the order and
     * snapshots.
     *
     * @param claims claims that the sender has signed
     * @param asks whether the sender asks for the signed claims of the receiver
     */
    record Claimed(List<Claim> claims, boolean asks) implements FbpMessage {
        @Override
        public int wireBytes() {
            int bytes = 4;
            for (Claim claim : claims) bytes += claim.bytes();
            return bytes;
        }
    }

    /** Asks the receiver for the chosen values of {@code slots}, of which the sender knows only the digests. */
    record Want(List<Long> slots) implements FbpMessage {
        static final int SLOTS_MAX = 256;

        @Override
        public int wireBytes() {
            return 3 + 10 * slots.size();
        }
    }

    /** Answers a {@link Want} with values for which the sender has voted. */
    record Given(List<Named> values) implements FbpMessage {
        /** A value for which the sender has voted, and the value's slot. */
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
     * Asks the receiver to admit the sender, which has lost its votes, as a voter.
     *
     * @param incarnation identity of the sender's present storage
     * @param signature the sender's signature of the {@link Candidate}
     */
    record AdmissionAsk(Incarnation incarnation, byte[] signature) implements FbpMessage {
        @Override
        public int wireBytes() {
            return 5 + Incarnation.BYTES + signature.length;
        }
    }

    /** Writes the type and the content of {@code message}. */
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
     * Reads the content of a message whose {@code type} the caller has already read.
     *
     * @throws MalformedFrameException if the bytes are not a message of type {@code type}
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
