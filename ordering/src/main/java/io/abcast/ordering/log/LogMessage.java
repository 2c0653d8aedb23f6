package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Message;
import io.abcast.kernel.SnapshotId;
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
        /** The others have founded the ensemble with an earlier life of it, which it has forgotten: it only learns. */
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
     * What the sender is.
     *
     * @param asks whether it wants an answer
     * @param to what this answers: its nonce and nonces, mixed; 0 if it answers nobody
     * @param nonce of the sender's storage
     * @param nonces by rank, of those it has locked with or the ensemble was founded by; otherwise empty
     */
    record Standing(boolean asks, long to, Rank rank, long nonce, long era, List<Long> nonces)
            implements LogMessage {
        @Override
        public int wireBytes() {
            return 30 + 8 * nonces.size();
        }
    }

    /** Requests on their way to whoever may propose them; consecutive ones of one member, oldest first. */
    record Forward(List<Value> values) implements LogMessage {
        @Override
        public int wireBytes() {
            int bytes = 5;
            for (Value value : values) bytes += value.bytes();
            return bytes;
        }
    }

    /** The sender has applied everything up to this slot and entry, and wants to know what follows. */
    record Learn(long slot, long zxid) implements LogMessage {
        @Override
        public int wireBytes() {
            return 22;
        }
    }

    /**
     * What follows slot {@code afterSlot} and entry {@code afterZxid}.
     *
     * @param throughSlot up to which it is complete; 0: up to the slot of the last entry
     */
    record Entries(long afterSlot, long afterZxid, long throughSlot, List<Entry> entries)
            implements LogMessage {
        @Override
        public int wireBytes() {
            int bytes = 36;
            for (Entry entry : entries) bytes += entry.bytes();
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
