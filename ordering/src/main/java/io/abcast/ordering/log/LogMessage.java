package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import java.util.List;

/**
 * Messages between the logs of two members that every protocol with numbered slots uses, besides the messages of
 * consensus.
 */
public sealed interface LogMessage extends Message {
    /** States of a member from its start with an empty storage until it votes. */
    enum Rank {
        /** State of a member: the member has not voted with any storage, as far as it knows. */
        FRESH,
        /** State of a member: the member has agreed to found the ensemble with a named set of storages. */
        LOCKED,
        VOTER,
        /**
         * State of a member that may have voted in the ensemble and forgotten its votes; it only learns decisions until
         * a leader admits it.
         */
        LEARNER
    }

    /**
     * A frame that carries a message between members of one founded ensemble; receivers drop a frame of another era
     * (founding number).
     *
     * @param body any message between members except a {@link Framed} or a {@link Standing} message
     */
    record Framed(long era, Message body) implements LogMessage {
        @Override
        public int wireBytes() {
            return 10 + body.wireBytes();
        }

        @Override
        public Class<?> kind() {
            return body.kind();
        }

        @Override
        public long instance() {
            return body.instance();
        }
    }

    /** Returns the body of a {@link Framed} message, and every other message unchanged. */
    static Message unframed(Message message) {
        return message instanceof Framed framed ? framed.body : message;
    }

    /**
     * A locked set: the storages of the members that agree to found an ensemble together.
     *
     * @param number random number of this locked set; 0 for {@link #NONE}
     * @param storages the storage of each member, by rank; {@link Incarnation#NONE} for a member outside the set; empty
     *     for {@link #NONE}
     * @param base the last slot of the longest history of the set's members, which the ensemble continues; 0 if all
     *     histories are empty
     */
    record Lock(long number, List<Incarnation> storages, long base) {
        static final Lock NONE = new Lock(0, List.of(), 0);

        public Lock {
            storages = List.copyOf(storages);
        }

        boolean fits(int size) {
            return storages.isEmpty() || storages.size() == size;
        }

        boolean has(int rank) {
            return !storages.isEmpty() && !storages.get(rank).isNone();
        }

        boolean contains(int rank, Incarnation storage) {
            return has(rank) && storages.get(rank).equals(storage);
        }

        /** The members of this locked set, with one bit per rank. */
        int ranks() {
            int ranks = 0;
            for (int r = 0; r < storages.size(); r++) if (has(r)) ranks |= 1 << r;
            return ranks;
        }

        int coordinator() {
            return Integer.numberOfTrailingZeros(ranks());
        }

        public void write(WireWriter out) {
            out.i64(number).list(storages, (storage, to) -> storage.write(to)).varint(base);
        }

        /**
         * Reads a locked set of storages from a message or a persisted state.
         *
         * @throws MalformedFrameException if the bytes are not an output of {@link #write}
         */
        public static Lock read(WireReader in) {
            return new Lock(in.i64(), in.list(Membership.SIZE_MAX, Incarnation::read), in.varint());
        }

        int wireBytes() {
            return 18 + Incarnation.BYTES * storages.size();
        }
    }

    /**
     * Announces whether the sender may vote, and which storages and ensemble the sender knows.
     *
     * @param asks whether the sender requests an answer from the receiver
     * @param to token of the question that this message answers, computed from the storage and locked set of the asking
     *     member; 0 if this message answers no question
     * @param incarnation identity of the sender's storage
     * @param era era (founding number) of the sender's ensemble; 0 if the sender knows no ensemble
     * @param lock the set of storages that the sender has locked, or with which the sender has founded the ensemble.
     * @param bootstrap whether the sender was started with {@code bootstrap} and may found an ensemble without all
     *     members
     * @param promised the highest ballot or regency that the sender has durably promised.
     * @param through the highest slot that the sender has applied or in which the sender has voted.
     * @param held the last slot that the sender's history covers, with entries or as an empty slot
     * @param gap if the sender votes, whether it has forgotten votes in slots that its history lacks. If the sender
     *     does not vote, whether its history ends in the middle of slot {@code held}.
     * @param base number of slots in the history with which the sender's ensemble was founded
     */
    record Standing(
            boolean asks,
            long to,
            Rank rank,
            Incarnation incarnation,
            long era,
            Lock lock,
            boolean bootstrap,
            long promised,
            long through,
            long held,
            boolean gap,
            long base)
            implements LogMessage {
        @Override
        public int wireBytes() {
            return 59 + Incarnation.BYTES + lock.wireBytes();
        }
    }

    /** Forwards consecutive requests of one origin, oldest first, to a member that may propose them. */
    record Forward(List<OriginRequest> requests) implements LogMessage {
        @Override
        public int wireBytes() {
            int bytes = 5;
            for (OriginRequest request : requests) bytes += request.bytes();
            return bytes;
        }
    }

    /**
     * Asks the receiver for the entries of the order that follow the entry {@code zxid}. The sender has applied all
     * slots up to {@code slot} and all entries up to {@code zxid}, which may end inside the slot after {@code slot}.
     */
    record Learn(long slot, long zxid) implements LogMessage {
        @Override
        public int wireBytes() {
            return 22;
        }
    }

    /**
     * Answers a {@link Learn} with the entries that follow entry {@code afterZxid}, which is in slot {@code afterSlot}
     * or in the slot after it.
     *
     * @param throughSlot the slot up to which this answer contains all entries; 0 if the answer may end in the middle
     *     of a slot
     * @param entries consecutive entries, beginning with the successor of entry {@code afterZxid}
     */
    record Entries(long afterSlot, long afterZxid, long throughSlot, List<Entry> entries)
            implements LogMessage {
        private static final int PLACE_BYTES = 9;

        @Override
        public int wireBytes() {
            int bytes = 36;
            for (Entry entry : entries) bytes += entry.bytes() + PLACE_BYTES;
            return bytes;
        }
    }

    /**
     * Offers a snapshot of the sender, in answer to a {@link Learn} for slots that the sender holds only in a snapshot.
     *
     * @param content the digest of the offered snapshot's content; {@code null} if the protocol has no proofs
     * @param proof the proof that enough members hold the offered snapshot; empty if the protocol has no proofs
     */
    record Offer(SnapshotId snapshot, byte[] note, Digest content, byte[] proof)
            implements LogMessage {
        @Override
        public int wireBytes() {
            return 40 + note.length + (content == null ? 0 : Digest.BYTES) + proof.length;
        }
    }

    /** Asks the receiver for bytes of a snapshot, beginning at byte {@code offset}. */
    record Fetch(SnapshotId snapshot, long offset) implements LogMessage {
        @Override
        public int wireBytes() {
            return 36;
        }
    }

    record Chunk(SnapshotId snapshot, long offset, byte[] bytes) implements LogMessage {
        @Override
        public int wireBytes() {
            return 41 + bytes.length;
        }
    }

    /** Asks the receiver for the highest slot in which the receiver has accepted a value. */
    record ReadAsk(long read) implements LogMessage {
        @Override
        public int wireBytes() {
            return 11;
        }
    }

    record ReadReply(long read, long slot) implements LogMessage {
        @Override
        public int wireBytes() {
            return 21;
        }
    }

    /**
     * Reports that all slots up to {@code slot} are decided and that the sender knows the decisions, so that a receiver
     * that lacks decisions asks for them.
     */
    record Applied(long slot) implements LogMessage {
        @Override
        public int wireBytes() {
            return 11;
        }
    }

    /**
     * Asks the leader to have all slots up to {@code slot} decided, because a linearizable read of the sender waits for
     * these slots.
     */
    record Reach(long slot) implements LogMessage {
        @Override
        public int wireBytes() {
            return 11;
        }
    }
}
