package io.abcast.ordering.epaxos;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Keys;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.Incarnation;
import java.util.Arrays;
import java.util.List;

/**
 * Messages between members that run EPaxos. A dependency set in a message lists single instances, and has one number
 * per member of the ensemble, its frontier.
 */
public sealed interface EpaxosMessage extends Message {
    /** Lowest type number of an EPaxos message on the wire; the EPaxos message types have consecutive numbers. */
    int FIRST_TYPE = 96;

    /** Maximum bytes that a message needs for its type, its instance id and its ballot. */
    int HEAD_BYTES = 1 + InstanceId.BYTES_MAX + 10;

    /** A message about one instance: the consensus on one batch of requests. */
    sealed interface OfInstance extends EpaxosMessage {
        InstanceId id();
    }

    /**
     * A message in which the sender asks for a vote or a decision of an instance. A receiver that has executed and
     * deleted the instance answers with {@link Executed}.
     */
    sealed interface Question extends OfInstance {}

    /** Proposal of the initial coordinator: the value and the dependencies of an instance in ballot 0. */
    record PreAccept(InstanceId id, RequestBatch value, Dependencies deps) implements Question {
        @Override
        public int wireBytes() {
            return HEAD_BYTES + value.bytes() + deps.bytes();
        }
    }

    /**
     * Vote for the value that a {@link PreAccept} proposes. A {@code PreAcceptOk} is a fast vote if its dependencies
     * equal the proposed dependencies.
     */
    record PreAcceptOk(InstanceId id, Dependencies deps) implements OfInstance {
        @Override
        public int wireBytes() {
            return HEAD_BYTES + deps.bytes();
        }
    }

    /** Asks the receiver to accept a value and dependencies in a ballot. */
    record Accept(InstanceId id, long ballot, RequestBatch value, Dependencies deps)
            implements Question {
        @Override
        public int wireBytes() {
            return HEAD_BYTES + value.bytes() + deps.bytes();
        }
    }

    /** Votes for the value of an {@link Accept} message. */
    record AcceptOk(InstanceId id, long ballot) implements OfInstance {
        @Override
        public int wireBytes() {
            return HEAD_BYTES;
        }
    }

    /** Announces the decided value and dependencies of an instance. */
    record Commit(InstanceId id, RequestBatch value, Dependencies deps) implements OfInstance {
        @Override
        public int wireBytes() {
            return HEAD_BYTES + value.bytes() + deps.bytes();
        }
    }

    /**
     * Repetition of a {@link PreAccept} with a fingerprint in place of the value, see {@link ProposedValues}.
     *
     * @param value fingerprint of the omitted value, see {@link RequestBatch#fingerprint}
     */
    record PreAcceptProposed(InstanceId id, long value, Dependencies deps) implements OfInstance {
        @Override
        public int wireBytes() {
            return HEAD_BYTES + deps.bytes();
        }
    }

    /**
     * {@link Accept} of ballot 0 with a fingerprint in place of the value, see {@link ProposedValues}.
     *
     * @param value fingerprint of the omitted value, see {@link RequestBatch#fingerprint}
     */
    record AcceptProposed(InstanceId id, long value, Dependencies deps) implements OfInstance {
        @Override
        public int wireBytes() {
            return HEAD_BYTES + deps.bytes();
        }
    }

    /**
     * {@link Commit} with a fingerprint in place of the value, see {@link ProposedValues}.
     *
     * @param value fingerprint of the omitted value, see {@link RequestBatch#fingerprint}
     */
    record CommitProposed(InstanceId id, long value, Dependencies deps) implements OfInstance {
        @Override
        public int wireBytes() {
            return HEAD_BYTES + deps.bytes();
        }
    }

    /**
     * Message of a recovering member: asks the receiver to join its ballot and to report the state of the instance at
     * the receiver.
     */
    record Recover(InstanceId id, long ballot) implements Question {
        @Override
        public int wireBytes() {
            return HEAD_BYTES;
        }
    }

    /**
     * Answer to {@link Recover}: the sender has joined the recovery's ballot, and reports its state of the instance.
     *
     * @param accepted ballot in which the sender last accepted a value for the instance
     * @param value the value for which the sender voted; {@code null} if the sender has not voted
     * @param deps the dependencies for which the sender voted; {@code null} if the sender has not voted
     * @param initDeps the dependencies that the initial coordinator proposed; {@code null} if the sender does not know
     *     them
     */
    record RecoverOk(
            InstanceId id,
            long ballot,
            long accepted,
            RequestBatch value,
            Dependencies deps,
            Dependencies initDeps,
            InstancePhase phase)
            implements OfInstance {
        @Override
        public int wireBytes() {
            return HEAD_BYTES
                    + 14
                    + (value == null ? 0 : value.bytes())
                    + (deps == null ? 0 : deps.bytes())
                    + (initDeps == null ? 0 : initDeps.bytes());
        }
    }

    /**
     * Message of a recovering member: asks which instances known to the receiver contradict a fast commit of the value
     * and the dependencies in this message.
     */
    record Validate(InstanceId id, long ballot, RequestBatch value, Dependencies deps)
            implements Question {
        @Override
        public int wireBytes() {
            return HEAD_BYTES + value.bytes() + deps.bytes();
        }
    }

    /**
     * An instance that may prove that another, recovered instance was not committed on the fast path.
     *
     * @param phase phase of the instance {@code id} at the member that sends this denial
     */
    record Denial(InstanceId id, InstancePhase phase) {
        void write(WireWriter out) {
            id.write(out);
            out.u8(phase.ordinal());
        }

        static Denial read(WireReader in, Membership members) {
            return new Denial(InstanceId.read(in, members), phaseOf(in));
        }
    }

    /**
     * Answers a {@link Validate} with the instances that may contradict a fast commit of the validated value.
     *
     * @param denials instances that may contradict a fast commit of the validated value
     * @param line for each member that opens instances: number up to which the sender has dropped (deleted) the
     *     member's instances
     */
    record ValidateOk(InstanceId id, long ballot, List<Denial> denials, Prefixes line)
            implements OfInstance {
        static final int DENIALS_MAX = 1 << 16;

        @Override
        public int wireBytes() {
            return HEAD_BYTES + 3 + 11 * denials.size() + line.bytes();
        }
    }

    /**
     * Announces that the sender's recovery of an instance waits for the decisions of other instances (rule 9 of
     * recovery in docs/protocols/epaxos.md).
     *
     * @param fastVotes number of fast votes for the instance {@code id} that the sender's recovery has found
     */
    record Waiting(InstanceId id, int fastVotes) implements OfInstance {
        @Override
        public int wireBytes() {
            return HEAD_BYTES;
        }
    }

    /** Refuses a message of a lower ballot: the sender of {@code Stale} has joined the ballot {@code joined}. */
    record Stale(InstanceId id, long joined) implements OfInstance {
        @Override
        public int wireBytes() {
            return HEAD_BYTES;
        }
    }

    /**
     * Asks for the decision of an instance.
     *
     * @param lacksValue true if the sender lacks the value of the instance, which the receiver has omitted from its
     *     message
     */
    record Ask(InstanceId id, boolean lacksValue) implements Question {
        @Override
        public int wireBytes() {
            return HEAD_BYTES + 1;
        }
    }

    /**
     * Answers a {@link Question} about an instance that the sender has executed and dropped.
     *
     * @param line for each member that opens instances: number up to which the sender has dropped (deleted) the
     *     member's instances
     */
    record Executed(InstanceId id, Prefixes line) implements OfInstance {
        @Override
        public int wireBytes() {
            return HEAD_BYTES + line.bytes();
        }
    }

    /**
     * Question of a linearizable read: asks a voter which instances known to the voter write one of the keys {@code
     * keys}.
     */
    record ReadAsk(long read, Keys keys) implements EpaxosMessage {
        @Override
        public int wireBytes() {
            return 11 + keys.bytes();
        }
    }

    /**
     * Answers a {@link ReadAsk} with the instances that the reading member must execute before the read.
     *
     * @param writers the instances known to the sender that write one of the keys, and all instances up to the frontier
     *     that the sender would propose in a {@link PreAccept}
     */
    record ReadOk(long read, Dependencies writers) implements EpaxosMessage {
        @Override
        public int wireBytes() {
            return 11 + writers.bytes();
        }
    }

    /**
     * Heartbeat of a member, with its progress.
     *
     * @param incarnation random number that names the sender's storage
     * @param done for each member that opens instances, the number up to which the sender has durably executed the
     *     member's instances
     * @param frontier frontier of the sender: for each member that opens instances, the minimum of {@code done} over
     *     the members that the sender reaches
     */
    record Heartbeat(Incarnation incarnation, Prefixes done, Prefixes frontier)
            implements EpaxosMessage {
        @Override
        public int wireBytes() {
            return 1 + Incarnation.BYTES + done.bytes() + frontier.bytes();
        }
    }

    /** Asks the receiver for a request payload, which the sender lacks. */
    record Want(Digest digest) implements EpaxosMessage {
        @Override
        public int wireBytes() {
            return 1 + Digest.BYTES;
        }
    }

    /** Carries one request payload. */
    record Bytes(byte[] bytes) implements EpaxosMessage {
        @Override
        public int wireBytes() {
            return 6 + bytes.length;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Bytes b && Arrays.equals(b.bytes, bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }

        @Override
        public String toString() {
            return "Bytes[" + bytes.length + "B]";
        }
    }

    /**
     * Asks the receiver for a snapshot. The receiver has dropped (deleted) instances that the sender has not executed.
     *
     * @param executed set of the instances that the sender has executed
     */
    record Behind(Dependencies executed) implements EpaxosMessage {
        @Override
        public int wireBytes() {
            return 1 + executed.bytes();
        }
    }

    /** Passes a request from a learner to a voter. */
    record Pass(Request request) implements EpaxosMessage {
        @Override
        public int wireBytes() {
            return 1 + request.bytes();
        }
    }

    /** Appends the type and the content of an EPaxos message to a frame. */
    static void write(EpaxosMessage message, WireWriter out) {
        if (message instanceof OfInstance m) ofInstance(m, out);
        else if (message instanceof Heartbeat m) {
            m.incarnation.write(out.u8(FIRST_TYPE + 13));
            m.done.write(out);
            m.frontier.write(out);
        } else if (message instanceof ReadAsk m)
            m.keys.write(out.u8(FIRST_TYPE + 14).varint(m.read));
        else if (message instanceof ReadOk m)
            m.writers.write(out.u8(FIRST_TYPE + 15).varint(m.read));
        else if (message instanceof Want m) m.digest.write(out.u8(FIRST_TYPE + 16));
        else if (message instanceof Bytes m) out.u8(FIRST_TYPE + 17).bytes(m.bytes);
        else if (message instanceof Behind m) m.executed.write(out.u8(FIRST_TYPE + 18));
        else if (message instanceof Pass m) m.request.write(out.u8(FIRST_TYPE + 19));
    }

    private static void ofInstance(OfInstance message, WireWriter out) {
        if (message instanceof PreAccept m) proposal(0, m.id, -1, m.value, m.deps, out);
        else if (message instanceof PreAcceptOk m) m.deps.write(head(1, m.id, -1, out));
        else if (message instanceof Accept m) proposal(2, m.id, m.ballot, m.value, m.deps, out);
        else if (message instanceof AcceptOk m) head(3, m.id, m.ballot, out);
        else if (message instanceof Commit m) proposal(4, m.id, -1, m.value, m.deps, out);
        else if (message instanceof Recover m) head(5, m.id, m.ballot, out);
        else if (message instanceof RecoverOk m) recoverOk(m, out);
        else if (message instanceof Validate m) proposal(7, m.id, m.ballot, m.value, m.deps, out);
        else if (message instanceof ValidateOk m)
            m.line.write(head(8, m.id, m.ballot, out).list(m.denials, Denial::write));
        else if (message instanceof Waiting m) head(9, m.id, -1, out).varint(m.fastVotes);
        else if (message instanceof Stale m) head(10, m.id, m.joined, out);
        else if (message instanceof Ask m) head(11, m.id, -1, out).u8(m.lacksValue ? 1 : 0);
        else if (message instanceof Executed m) m.line.write(head(12, m.id, -1, out));
        else if (message instanceof PreAcceptProposed m)
            m.deps.write(head(22, m.id, -1, out).i64(m.value));
        else if (message instanceof AcceptProposed m)
            m.deps.write(head(20, m.id, -1, out).i64(m.value));
        else if (message instanceof CommitProposed m)
            m.deps.write(head(21, m.id, -1, out).i64(m.value));
    }

    private static WireWriter head(int type, InstanceId id, long ballot, WireWriter out) {
        id.write(out.u8(FIRST_TYPE + type));
        return ballot < 0 ? out : out.varint(ballot);
    }

    private static void proposal(
            int type,
            InstanceId id,
            long ballot,
            RequestBatch value,
            Dependencies deps,
            WireWriter out) {
        value.write(head(type, id, ballot, out));
        deps.write(out);
    }

    private static void recoverOk(RecoverOk m, WireWriter out) {
        head(6, m.id, m.ballot, out).varint(m.accepted).u8(m.phase.ordinal());
        out.u8((m.value == null ? 0 : 1) | (m.deps == null ? 0 : 2) | (m.initDeps == null ? 0 : 4));
        if (m.value != null) m.value.write(out);
        if (m.deps != null) m.deps.write(out);
        if (m.initDeps != null) m.initDeps.write(out);
    }

    /**
     * Reads the content of a message that {@link #write} wrote; the caller has read the message type.
     *
     * @param members the ensemble
     * @throws MalformedFrameException if the bytes are not a message of this type in this ensemble
     */
    static EpaxosMessage read(int type, WireReader in, Membership members) {
        return switch (type - FIRST_TYPE) {
            case 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 20, 21, 22 ->
                    ofInstance(type - FIRST_TYPE, InstanceId.read(in, members), in, members);
            case 13 ->
                    new Heartbeat(
                            Incarnation.read(in),
                            Prefixes.read(in, members),
                            Prefixes.read(in, members));
            case 14 -> new ReadAsk(in.varint(), Keys.read(in));
            case 15 -> new ReadOk(in.varint(), Dependencies.read(in, members));
            case 16 -> new Want(Digest.read(in));
            case 17 -> new Bytes(in.bytes());
            case 18 -> new Behind(Dependencies.read(in, members));
            case 19 -> new Pass(Request.read(in, members));
            default ->
                    throw new MalformedFrameException("type: expected one of EPaxos, got " + type);
        };
    }

    private static OfInstance ofInstance(int kind, InstanceId id, WireReader in, Membership all) {
        return switch (kind) {
            case 0 -> new PreAccept(id, value(in, all), Dependencies.read(in, all));
            case 1 -> new PreAcceptOk(id, Dependencies.read(in, all));
            case 2 ->
                    new Accept(
                            id, ballot(in), RequestBatch.read(in, all), Dependencies.read(in, all));
            case 3 -> new AcceptOk(id, ballot(in));
            case 4 -> new Commit(id, RequestBatch.read(in, all), Dependencies.read(in, all));
            case 5 -> new Recover(id, ballot(in));
            case 6 -> recoverOk(id, in, all);
            case 7 -> new Validate(id, ballot(in), value(in, all), Dependencies.read(in, all));
            case 8 ->
                    new ValidateOk(
                            id,
                            ballot(in),
                            in.list(ValidateOk.DENIALS_MAX, from -> Denial.read(from, all)),
                            Prefixes.read(in, all));
            case 9 -> new Waiting(id, in.count(Membership.SIZE_MAX));
            case 10 -> new Stale(id, ballot(in));
            case 11 -> new Ask(id, in.count(1) == 1);
            case 20 -> new AcceptProposed(id, in.i64(), Dependencies.read(in, all));
            case 21 -> new CommitProposed(id, in.i64(), Dependencies.read(in, all));
            case 22 -> new PreAcceptProposed(id, in.i64(), Dependencies.read(in, all));
            default -> new Executed(id, Prefixes.read(in, all));
        };
    }

    /** The value that an initial coordinator proposes contains requests, so it is never Nop (the empty value). */
    private static RequestBatch value(WireReader in, Membership members) {
        RequestBatch value = RequestBatch.read(in, members);
        if (value.isNop()) throw new MalformedFrameException("value: expected requests, got Nop");
        return value;
    }

    private static long ballot(WireReader in) {
        long ballot = in.varint();
        if (ballot < 0)
            throw new MalformedFrameException("ballot: expected at least 0, got " + ballot);
        return ballot;
    }

    private static InstancePhase phaseOf(WireReader in) {
        return InstancePhase.values()[in.count(InstancePhase.values().length - 1)];
    }

    private static RecoverOk recoverOk(InstanceId id, WireReader in, Membership members) {
        long ballot = ballot(in);
        long accepted = ballot(in);
        InstancePhase phase = phaseOf(in);
        int has = in.count(7);
        // A member that has voted in an instance knows the instance's value and dependencies.
        boolean complete =
                switch (phase) {
                    case INITIAL -> true;
                    case PREACCEPTED -> has == 7;
                    case ACCEPTED, COMMITTED -> (has & 3) == 3;
                };
        if (!complete) throw new MalformedFrameException("RecoverOk: incomplete in phase " + phase);
        return new RecoverOk(
                id,
                ballot,
                accepted,
                (has & 1) == 0 ? null : RequestBatch.read(in, members),
                (has & 2) == 0 ? null : Dependencies.read(in, members),
                (has & 4) == 0 ? null : Dependencies.read(in, members),
                phase);
    }
}
