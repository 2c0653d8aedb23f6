package io.abcast.dissemination.cooper.gossip;

/** Counters of a {@link GossipNode}, from its start. */
public final class GossipFigures {
    long offers;
    long sent;
    long innovative;
    long redundant;
    long bad;
    long malformed;
    long unexpected;
    long busy;
    long useless;
    long plain;
    long later;

    /** Offers that this node has made. */
    public long offers() {
        return offers;
    }

    /** Blocks that were put on the link. */
    public long sent() {
        return sent;
    }

    /** Received blocks that raised the rank. */
    public long innovative() {
        return innovative;
    }

    /** Received blocks that did not raise the rank. */
    public long redundant() {
        return redundant;
    }

    /** Received blocks whose check was wrong. */
    public long bad() {
        return bad;
    }

    /** Messages that did not match their batch. */
    public long malformed() {
        return malformed;
    }

    /**
     * Messages from unknown members, about unknown batches or about unknown offers. Late and repeated messages are
     * counted too.
     */
    public long unexpected() {
        return unexpected;
    }

    /** Offers that were answered BUSY. */
    public long busy() {
        return busy;
    }

    /** Offers that were answered USELESS. */
    public long useless() {
        return useless;
    }

    /** Blocks that were put on the link unchanged, as the source created them. */
    public long plain() {
        return plain;
    }

    /** Offers that were answered LATER. */
    public long later() {
        return later;
    }
}
