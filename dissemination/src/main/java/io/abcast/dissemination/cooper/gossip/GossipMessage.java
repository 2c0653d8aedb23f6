package io.abcast.dissemination.cooper.gossip;

import io.abcast.dissemination.cooper.code.LinearCheck;
import io.abcast.dissemination.cooper.code.Manifest;
import io.abcast.kernel.Message;

/** What nodes say to each other; all but {@link Block} are small. Arrays are shared: not to be written. */
public sealed interface GossipMessage extends Message {
    /** Version, type and the longest numbers that a message has. */
    int FIXED_BYTES = 32;

    /**
     * May I send you this?
     *
     * @param number of the offer, of its sender
     * @param round as far as the sender knows
     * @param coefficients of the block that it would be
     */
    record Offer(long number, int batch, long round, byte[] coefficients) implements GossipMessage {
        @Override
        public int wireBytes() {
            return FIXED_BYTES + coefficients.length;
        }
    }

    /**
     * @param number of the offer
     * @param manifest whether the batch must be described first
     */
    record Answer(long number, int batch, Verdict verdict, boolean manifest)
            implements GossipMessage {
        @Override
        public int wireBytes() {
            return FIXED_BYTES;
        }
    }

    /** Describes a batch. */
    record Description(Manifest manifest) implements GossipMessage {
        @Override
        public int wireBytes() {
            int blockBytes = Manifest.DIGEST_BYTES + LinearCheck.BYTES;
            return FIXED_BYTES + manifest.k() * blockBytes;
        }
    }

    /**
     * The block of an accepted offer: k coefficients, then the coded bytes.
     *
     * @param number of the offer
     */
    record Block(long number, int batch, long round, byte[] row) implements GossipMessage {
        @Override
        public int wireBytes() {
            return FIXED_BYTES + row.length;
        }
    }

    /** Sent to all when a node has enough of a batch, or finds that it has not. */
    record Status(int batch, long round, boolean finished) implements GossipMessage {
        @Override
        public int wireBytes() {
            return FIXED_BYTES;
        }
    }

    /**
     * Sent to one who is new: all that is finished here.
     *
     * @param finished a bit for each batch, from the lowest of the first byte on
     */
    record Summary(long round, byte[] finished) implements GossipMessage {
        @Override
        public int wireBytes() {
            return FIXED_BYTES + finished.length;
        }
    }

    /**
     * Nothing more comes of this offer: if its block is not here by now, it is lost.
     *
     * @param number of the offer
     */
    record Ended(long number) implements GossipMessage {
        @Override
        public int wireBytes() {
            return FIXED_BYTES;
        }
    }

    /**
     * Sent with {@link Verdict#LATER}: what is open here, and so is not put off.
     *
     * @param batches a bit for each, from the lowest of the first byte on
     */
    record Opened(byte[] batches) implements GossipMessage {
        @Override
        public int wireBytes() {
            return FIXED_BYTES + batches.length;
        }
    }

    /** Who was {@link Verdict#BUSY} has a place now. */
    record Free() implements GossipMessage {
        @Override
        public int wireBytes() {
            return FIXED_BYTES;
        }
    }

    /** What a receiver says to an offer. */
    enum Verdict {
        ACCEPTED,
        /** Its places are taken; ask another. */
        BUSY,
        /** It has the batch. */
        FINISHED,
        /** The block would tell it nothing. */
        USELESS,
        /** It takes nothing from this sender any more. */
        SHUNNED,
        /** It has as many batches open as it can hold; earlier ones first. */
        LATER
    }
}
