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

/** What the logs of two members say to each other, whatever agrees on their slots. */
public sealed interface LogMessage extends Message {
    /** Where a member is on its way to a vote. */
    enum Rank {
        /** It has never voted, and neither has an earlier life of it as far as it knows. */
        FRESH,
        /** It has agreed to found the ensemble with certain others. */
        LOCKED,
        VOTER,
        /** The ensemble exists, and this member may have voted in it and forgotten that: it learns until it is admitted. */
        LEARNER
    }

    /**
     * Of an ensemble that was founded once; what is of another era comes from a time that all have forgotten.
     *
     * @param body any message but this kind and {@link Standing}
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

    /**
     * The storages of the members that found an ensemble together.
     *
     * @param number random, another one for each set that a member names; 0 for {@link #NONE}
     * @param storages by rank, {@link Incarnation#NONE} for a member that does not take part; empty for {@link #NONE}
     * @param base the last slot of the longest history among them, which becomes the history of the ensemble; 0 if all are empty
     */
    record Lock(long number, List<Incarnation> storages, long base) {
        static final Lock NONE = new Lock(0, List.of(), 0);

        public Lock {
            storages = List.copyOf(storages);
        }

        /** Whether it can be a set of an ensemble of that size. */
        boolean fits(int size) {
            return storages.isEmpty() || storages.size() == size;
        }

        boolean has(int rank) {
            return !storages.isEmpty() && !storages.get(rank).isNone();
        }

        boolean contains(int rank, Incarnation storage) {
            return has(rank) && storages.get(rank).equals(storage);
        }

        /** Bits of the ranks that take part. */
        int ranks() {
            int ranks = 0;
            for (int r = 0; r < storages.size(); r++) if (has(r)) ranks |= 1 << r;
            return ranks;
        }

        /** The lowest rank that takes part; it names the set. */
        int coordinator() {
            return Integer.numberOfTrailingZeros(ranks());
        }

        public void write(WireWriter out) {
            out.i64(number).list(storages, (storage, to) -> storage.write(to)).varint(base);
        }

        /**
         * @throws MalformedFrameException if it is not what {@link #write} wrote
         */
        public static Lock read(WireReader in) {
            return new Lock(in.i64(), in.list(Membership.SIZE_MAX, Incarnation::read), in.varint());
        }

        int wireBytes() {
            return 18 + Incarnation.BYTES * storages.size();
        }
    }

    /**
     * What the sender is.
     *
     * @param asks whether it wants an answer
     * @param to what this answers: the asker's storage and lock, mixed; 0 if it answers no question
     * @param incarnation of the sender
     * @param era of the sender's ensemble; 0: unknown.
     * @param lock the set that the sender has locked or founded the ensemble with
     * @param bootstrap whether the sender may found an ensemble without all members
     * @param promised the highest ballot or regency that the sender has promised, durably
     * @param through the highest slot that the sender has applied or voted in
     * @param held the last slot of the sender's history
     * @param gap of a voter: whether it has forgotten its votes in slots that its history does not have; of another member: whether its
     *     history ends inside of that slot
     * @param base with how many slots the sender's ensemble was founded
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

    /** Requests on their way to whoever may propose them; consecutive ones of one member, oldest first. */
    record Forward(List<OriginRequest> requests) implements LogMessage {
        @Override
        public int wireBytes() {
            int bytes = 5;
            for (OriginRequest request : requests) bytes += request.bytes();
            return bytes;
        }
    }

    /**
     * The sender has applied everything up to this slot and entry, and wants to know what follows. The entry may be one of the next slot, of
     * which the sender has not applied all.
     */
    record Learn(long slot, long zxid) implements LogMessage {
        @Override
        public int wireBytes() {
            return 22;
        }
    }

    /**
     * What follows slot {@code afterSlot} and entry {@code afterZxid}.
     *
     * @param throughSlot up to which it is complete; 0: up to the last entry, which may be in the middle of its slot
     * @param entries consecutive ones
     */
    record Entries(long afterSlot, long afterZxid, long throughSlot, List<Entry> entries)
            implements LogMessage {
        /** Of the place of an entry, at most. */
        private static final int PLACE_BYTES = 9;

        @Override
        public int wireBytes() {
            int bytes = 36;
            for (Entry entry : entries) bytes += entry.bytes() + PLACE_BYTES;
            return bytes;
        }
    }

    /**
     * The answer to a {@link Learn} for slots that are only in a snapshot.
     *
     * @param content the digest of its content; {@code null} without proofs
     * @param proof that enough members hold it; empty without proofs
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

    /** In which slot has the receiver accepted anything, at most? */
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

    /** Everything up to this slot is decided, and the sender knows how: the receiver is behind. */
    record Applied(long slot) implements LogMessage {
        @Override
        public int wireBytes() {
            return 11;
        }
    }

    /** A read waits for this slot to be decided. */
    record Reach(long slot) implements LogMessage {
        @Override
        public int wireBytes() {
            return 11;
        }
    }
}
