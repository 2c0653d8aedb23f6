package io.abcast.dissemination.cooper.gossip;

import io.abcast.dissemination.cooper.code.LinearCheck;
import io.abcast.dissemination.cooper.code.Manifest;
import io.abcast.kernel.Message;

/**
 * The messages between the nodes of Cooper's gossip. All gossip messages except {@link Block} are small. Callers must
 * not write to the arrays of a gossip message, because several objects share the arrays.
 */
public sealed interface GossipMessage extends Message {
    /** Maximum total size in bytes of the version, the type and the number fields of a gossip message. */
    int FIXED_BYTES = 32;

    /**
     * Offers a coded block of a batch to a receiver.
     *
     * @param number number of the offer, unique at its sender
     * @param round the highest gossip round number that the sender of the offer knows
     * @param coefficients the coefficients of the offered block, one for each block of the batch
     */
    record Offer(long number, int batch, long round, byte[] coefficients) implements GossipMessage {
        @Override
        public int wireBytes() {
            return FIXED_BYTES + coefficients.length;
        }
    }

    /**
     * Answers an offer of a block.
     *
     * @param number number of the offer at its sender
     * @param manifest whether the answering receiver needs a description of the batch before the block
     */
    record Answer(long number, int batch, Verdict verdict, boolean manifest)
            implements GossipMessage {
        @Override
        public int wireBytes() {
            return FIXED_BYTES;
        }
    }

    /** Carries the description of a batch to a receiver. */
    record Description(Manifest manifest) implements GossipMessage {
        @Override
        public int wireBytes() {
            int blockBytes = Manifest.DIGEST_BYTES + LinearCheck.BYTES;
            return FIXED_BYTES + manifest.k() * blockBytes;
        }
    }

    /**
     * Carries the coded block of an accepted offer: k coefficients (one for each block of the batch), then the coded
     * bytes.
     *
     * @param number number of the offer at its sender
     */
    record Block(long number, int batch, long round, byte[] row) implements GossipMessage {
        @Override
        public int wireBytes() {
            return FIXED_BYTES + row.length;
        }
    }

    /** Announces to all nodes that the sender has finished a batch, or withdraws an earlier announcement. */
    record Status(int batch, long round, boolean finished) implements GossipMessage {
        @Override
        public int wireBytes() {
            return FIXED_BYTES;
        }
    }

    /**
     * Informs a new node of all batches that the sender has finished.
     *
     * @param finished the batches that the sender has finished, one bit per batch, from the lowest bit of the first
     *     byte on
     */
    record Summary(long round, byte[] finished) implements GossipMessage {
        @Override
        public int wireBytes() {
            return FIXED_BYTES + finished.length;
        }
    }

    /**
     * Informs a receiver that the sender has sent, or will not send, the block of an accepted offer. If the block has
     * not arrived before the message {@code Ended}, the block is lost.
     *
     * @param number number of the offer at its sender
     */
    record Ended(long number) implements GossipMessage {
        @Override
        public int wireBytes() {
            return FIXED_BYTES;
        }
    }

    /**
     * Lists the open batches (begun and not yet on disk) of the sender, which still accepts blocks of these batches. A
     * node sends {@code Opened} together with the answer {@link Verdict#LATER}.
     *
     * @param batches the open batches of the sender, one bit per batch, from the lowest bit of the first byte on
     */
    record Opened(byte[] batches) implements GossipMessage {
        @Override
        public int wireBytes() {
            return FIXED_BYTES + batches.length;
        }
    }

    /**
     * Informs a node that received the answer {@link Verdict#BUSY} that the sender of this message can receive a block
     * now.
     */
    record Free() implements GossipMessage {
        @Override
        public int wireBytes() {
            return FIXED_BYTES;
        }
    }

    /** The answer of a receiver to an offer of a block. */
    enum Verdict {
        ACCEPTED,
        /**
         * Answer: the receiver already receives as many blocks as it can receive at once. After the answer BUSY, the
         * sender offers the block to another node.
         */
        BUSY,
        /** Answer: the receiver already has the whole batch of the offered block. */
        FINISHED,
        /** Answer: the offered block would not raise the receiver's rank of the batch. */
        USELESS,
        /** Answer: the receiver accepts no more blocks from the sender of the offer. */
        SHUNNED,
        /** Answer: the receiver begins no further batch now, because it has the maximum number of open batches. */
        LATER
    }
}
