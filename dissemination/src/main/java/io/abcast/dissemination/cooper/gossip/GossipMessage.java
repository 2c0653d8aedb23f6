package io.abcast.dissemination.cooper.gossip;

import io.abcast.dissemination.cooper.code.LinearCheck;
import io.abcast.dissemination.cooper.code.Manifest;
import io.abcast.kernel.Message;

/**
 * Messages between nodes. All messages except {@link Block} are small. Arrays are shared: callers must not write to
 * them.
 */
public sealed interface GossipMessage extends Message {
    /** Maximum size in bytes of the version, the type and the numbers of a message. */
    int FIXED_BYTES = 32;

    /**
     * Offers a block.
     *
     * @param number number of the offer, unique at its sender
     * @param round the newest round that the sender knows
     * @param coefficients the k coefficients of the offered block
     */
    record Offer(long number, int batch, long round, byte[] coefficients) implements GossipMessage {
        @Override
        public int wireBytes() {
            return FIXED_BYTES + coefficients.length;
        }
    }

    /**
     * Answers an offer.
     *
     * @param number number of the offer
     * @param manifest whether the receiver needs a description of the batch first
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
     * Carries the block of an accepted offer: k coefficients, then the coded bytes.
     *
     * @param number number of the offer
     */
    record Block(long number, int batch, long round, byte[] row) implements GossipMessage {
        @Override
        public int wireBytes() {
            return FIXED_BYTES + row.length;
        }
    }

    /** Announces to all nodes that the sender has finished a batch, or withdraws this announcement. */
    record Status(int batch, long round, boolean finished) implements GossipMessage {
        @Override
        public int wireBytes() {
            return FIXED_BYTES;
        }
    }

    /**
     * Informs a new node of all batches that the sender has finished.
     *
     * @param finished one bit per batch, from the lowest bit of the first byte on
     */
    record Summary(long round, byte[] finished) implements GossipMessage {
        @Override
        public int wireBytes() {
            return FIXED_BYTES + finished.length;
        }
    }

    /**
     * Ends an offer. If the block of the offer has not arrived before this message, the block is lost.
     *
     * @param number number of the offer
     */
    record Ended(long number) implements GossipMessage {
        @Override
        public int wireBytes() {
            return FIXED_BYTES;
        }
    }

    /**
     * Sent with {@link Verdict#LATER}. Names the open batches of the sender of this message; it still accepts blocks of
     * these batches.
     *
     * @param batches one bit per batch, from the lowest bit of the first byte on
     */
    record Opened(byte[] batches) implements GossipMessage {
        @Override
        public int wireBytes() {
            return FIXED_BYTES + batches.length;
        }
    }

    /**
     * Informs a node that received the answer {@link Verdict#BUSY} that the sender of this message has a free place
     * now.
     */
    record Free() implements GossipMessage {
        @Override
        public int wireBytes() {
            return FIXED_BYTES;
        }
    }

    /** Answer of a receiver to an offer. */
    enum Verdict {
        ACCEPTED,
        /** The receiver has no free place for a block. The sender offers the block to another node. */
        BUSY,
        /** The receiver has the batch. */
        FINISHED,
        /** The block would not raise the rank of the receiver. */
        USELESS,
        /** The receiver does not accept any blocks from this sender any more. */
        SHUNNED,
        /** The receiver has as many open batches as it may have, and completes these batches first. */
        LATER
    }
}
