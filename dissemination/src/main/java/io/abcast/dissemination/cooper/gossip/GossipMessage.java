package io.abcast.dissemination.cooper.gossip;

import io.abcast.dissemination.cooper.code.Manifest;

/** What nodes say to each other; all but {@link Block} are small. Arrays are shared: not to be written. */
public sealed interface GossipMessage {
    /**
     * May I send you this?
     *
     * @param number of the offer, of its sender
     * @param round as far as the sender knows
     * @param coefficients of the block that it would be
     */
    record Offer(long number, int batch, long round, byte[] coefficients)
            implements GossipMessage {}

    /**
     * @param number of the offer
     * @param manifest whether the batch must be described first
     */
    record Answer(long number, int batch, Verdict verdict, boolean manifest)
            implements GossipMessage {}

    /** Describes a batch. */
    record Description(Manifest manifest) implements GossipMessage {}

    /**
     * The block of an accepted offer: k coefficients, then the coded bytes.
     *
     * @param number of the offer
     */
    record Block(long number, int batch, long round, byte[] row) implements GossipMessage {}

    /** Sent to all when a node has enough of a batch, or finds that it has not. */
    record Status(int batch, long round, boolean finished) implements GossipMessage {}

    /**
     * Nothing more comes of this offer: if its block is not here by now, it is lost.
     *
     * @param number of the offer
     */
    record Ended(long number) implements GossipMessage {}

    /** Who was {@link Verdict#BUSY} has a place now. */
    record Free() implements GossipMessage {}

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
        SHUNNED
    }
}
