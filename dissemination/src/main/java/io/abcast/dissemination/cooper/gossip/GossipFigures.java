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

    /** Offers made. */
    public long offers() {
        return offers;
    }

    /** Blocks put on the link. */
    public long sent() {
        return sent;
    }

    /** Blocks received that told something new. */
    public long innovative() {
        return innovative;
    }

    /** Blocks received for nothing. */
    public long redundant() {
        return redundant;
    }

    /** Blocks received whose check was wrong. */
    public long bad() {
        return bad;
    }

    /** Messages that did not fit their batch. */
    public long malformed() {
        return malformed;
    }

    /** Messages from nobody, of no batch, for no offer: stale and late ones too. */
    public long unexpected() {
        return unexpected;
    }

    /** Offers answered by: busy. */
    public long busy() {
        return busy;
    }

    /** Offers answered by: useless. */
    public long useless() {
        return useless;
    }

    /** Blocks put on the link that were as the source has them. */
    public long plain() {
        return plain;
    }

    /** Offers answered by: later. */
    public long later() {
        return later;
    }
}
