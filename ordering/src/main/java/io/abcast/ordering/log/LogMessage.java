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

/** Messages between the logs of two members, for every protocol that decides the slots. */
public sealed interface LogMessage extends Message {
    /** Progress of a member towards its right to vote. */
    enum Rank {
        /** The member knows of no vote by any of its incarnations. */
        FRESH,
        /** The member has agreed to found the ensemble with a named set of members. */
        LOCKED,
        VOTER,
        /**
         * The ensemble exists, and this member may have voted in it and forgotten its votes. The member only learns
         * decisions until it is admitted.
         */
        LEARNER
    }

    /**
     * A message between members of one founded ensemble. Messages of another era are obsolete.
     *
     * @param body any message except this kind and {@link Standing}
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

    /** Returns the body of a {@link Framed} message. Any other message is returned unchanged. */
    static Message unframed(Message message) {
        return message instanceof Framed framed ? framed.body : message;
    }

    /**
     * A set of storages whose members found an ensemble together.
     *
     * @param number random number of this set; 0 for {@link #NONE}
     * @param storages the storage of each member, by rank; {@link Incarnation#NONE} for a member that does not take
     *     part; empty for {@link #NONE}
     * @param base the last slot of the longest history of these members. That history becomes the history of the
     *     ensemble. 0 if all histories are empty
     */
    record Lock(long number, List<Incarnation> storages, long base) {
        static final Lock NONE = new Lock(0, List.of(), 0);

        public Lock {
            storages = List.copyOf(storages);
        }

        /** Whether the members of this set can found an ensemble with {@code size} members. */
        boolean fits(int size) {
            return storages.isEmpty() || storages.size() == size;
        }

        boolean has(int rank) {
            return !storages.isEmpty() && !storages.get(rank).isNone();
        }

        boolean contains(int rank, Incarnation storage) {
            return has(rank) && storages.get(rank).equals(storage);
        }

        /** The members of the set, with one bit per rank. */
        int ranks() {
            int ranks = 0;
            for (int r = 0; r < storages.size(); r++) if (has(r)) ranks |= 1 << r;
            return ranks;
        }

        /** The lowest rank in the set. The member with this rank names the set. */
        int coordinator() {
            return Integer.numberOfTrailingZeros(ranks());
        }

        public void write(WireWriter out) {
            out.i64(number).list(storages, (storage, to) -> storage.write(to)).varint(base);
        }

        /**
         * Reads a lock.
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
     * State of the sender's right to vote.
     *
     * @param asks whether the sender requests an answer
     * @param to token of the question that this message answers, computed from the asker's storage and lock; 0 if the
     *     message answers no question
     * @param incarnation storage of the sender
     * @param era era of the sender's ensemble; 0 if unknown
     * @param lock the set that the sender has locked, or with which it has founded the ensemble
     * @param bootstrap whether the sender may found an ensemble without all members
     * @param promised the highest ballot or regency that the sender has durably promised
     * @param through the highest slot that the sender has applied or in which it has voted
     * @param held the last slot of the sender's history
     * @param gap for a voter, whether it has forgotten votes in slots that its history lacks; for another member,
     *     whether its history ends in the middle of slot {@code held}
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

    /**
     * Forwards requests to a member that may propose them. The requests are consecutive requests of one member, oldest
     * first.
     */
    record Forward(List<OriginRequest> requests) implements LogMessage {
        @Override
        public int wireBytes() {
            int bytes = 5;
            for (OriginRequest request : requests) bytes += request.bytes();
            return bytes;
        }
    }

    /**
     * Asks for entries. The sender has applied all slots up to {@code slot} and all entries up to {@code zxid}, and
     * asks for the entries that follow. The entry {@code zxid} may belong to the next slot, of which the sender has
     * then applied only a part.
     */
    record Learn(long slot, long zxid) implements LogMessage {
        @Override
        public int wireBytes() {
            return 22;
        }
    }

    /**
     * The entries that follow slot {@code afterSlot} and entry {@code afterZxid}.
     *
     * @param throughSlot the slot up to which the answer is complete. 0 means that the answer ends with its last entry,
     *     which may be in the middle of its slot
     * @param entries consecutive entries
     */
    record Entries(long afterSlot, long afterZxid, long throughSlot, List<Entry> entries)
            implements LogMessage {
        /** Maximum encoded size of {@link Entry#place}. */
        private static final int PLACE_BYTES = 9;

        @Override
        public int wireBytes() {
            int bytes = 36;
            for (Entry entry : entries) bytes += entry.bytes() + PLACE_BYTES;
            return bytes;
        }
    }

    /**
     * Offers a snapshot, in answer to a {@link Learn} for slots that only a snapshot contains.
     *
     * @param content the digest of the snapshot's content; {@code null} if the protocol has no proofs
     * @param proof the proof that enough members hold the snapshot; empty if the protocol has no proofs
     */
    record Offer(SnapshotId snapshot, byte[] note, Digest content, byte[] proof)
            implements LogMessage {
        @Override
        public int wireBytes() {
            return 40 + note.length + (content == null ? 0 : Digest.BYTES) + proof.length;
        }
    }

    /** Asks for the bytes of a snapshot from {@code offset} on. */
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

    /** Asks for the highest slot in which the receiver has accepted a value. */
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
     * Reports that all slots up to {@code slot} are decided and known to the sender. The sender sends this message to a
     * member that is behind.
     */
    record Applied(long slot) implements LogMessage {
        @Override
        public int wireBytes() {
            return 11;
        }
    }

    /** Asks the leader to have all slots up to {@code slot} decided, because a read waits for these slots. */
    record Reach(long slot) implements LogMessage {
        @Override
        public int wireBytes() {
            return 11;
        }
    }
}
