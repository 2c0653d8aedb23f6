package io.abcast.dissemination.cooper.gossip;

import io.abcast.dissemination.cooper.code.LinearCheck;
import io.abcast.dissemination.cooper.code.Manifest;
import io.abcast.kernel.Message;

/** Messages between nodes. All are small except {@link Block}. Arrays are shared: callers must not write to them. */
public sealed interface GossipMessage extends Message {
    /** Size of the version, the type and the longest numbers of a message. */
    int FIXED_BYTES = 32;

    /**
     * Offers a block.
     *
     * @param number number of the offer at its sender
     * @param round the newest round that the sender knows
     * @param coefficients coefficients of the offered block
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
     * The block of an accepted offer: k coefficients, then the coded bytes.
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
     * Sent to a new node: all batches that the sender has finished.
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
     * Ends an offer. If its block has not arrived, it is lost.
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
     * Sent with {@link Verdict#LATER}: the open batches of the sender, whose blocks it still accepts.
     *
     * @param batches one bit per batch, from the lowest bit of the first byte on
     */
    record Opened(byte[] batches) implements GossipMessage {
        @Override
        public int wireBytes() {
            return FIXED_BYTES + batches.length;
        }
    }

    /** Sent to a node that was answered {@link Verdict#BUSY}: a place is free now. */
    record Free() implements GossipMessage {
        @Override
        public int wireBytes() {
            return FIXED_BYTES;
        }
    }

    /** Answer of a receiver to an offer. */
    enum Verdict {
        ACCEPTED,
        /** All places are taken; the sender asks another node. */
        BUSY,
        /** The receiver has the batch. */
        FINISHED,
        /** The block would not raise the rank of the receiver. */
        USELESS,
        /** The receiver accepts nothing from this sender any more. */
        SHUNNED,
        /** The receiver has as many open batches as it can hold, and completes these first. */
        LATER
    }
}
