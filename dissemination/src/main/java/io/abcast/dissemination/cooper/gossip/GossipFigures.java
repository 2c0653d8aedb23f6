package io.abcast.dissemination.cooper.gossip;

/** The counters of a {@link GossipNode} since its start. */
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

    /** Number of offers of blocks that this node has made. */
    public long offers() {
        return offers;
    }

    /** Number of blocks that this node has put on a link. */
    public long sent() {
        return sent;
    }

    /** Number of received blocks that raised this node's rank (number of independent rows) of a batch. */
    public long innovative() {
        return innovative;
    }

    /** Number of received blocks that did not raise this node's rank (number of independent rows) of a batch. */
    public long redundant() {
        return redundant;
    }

    /** Number of received blocks whose checksum was wrong. */
    public long bad() {
        return bad;
    }

    /**
     * Number of received messages that contradict the batch which they name, for example by a wrong number of
     * coefficients.
     */
    public long malformed() {
        return malformed;
    }

    /**
     * Number of messages from unknown members, about unknown batches or about unknown offers, including late and
     * repeated messages.
     */
    public long unexpected() {
        return unexpected;
    }

    /**
     * Number of this node's offers that receivers answered with BUSY, because they could receive no further block then.
     */
    public long busy() {
        return busy;
    }

    /**
     * Number of this node's offers that receivers answered with USELESS, because the block would not raise their rank.
     */
    public long useless() {
        return useless;
    }

    /** Number of blocks that this node has put on a link unchanged, as the source created them. */
    public long plain() {
        return plain;
    }

    /** Number of this node's offers that receivers answered with LATER, because they had too many open batches. */
    public long later() {
        return later;
    }
}
