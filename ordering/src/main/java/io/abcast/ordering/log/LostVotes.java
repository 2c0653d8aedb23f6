package io.abcast.ordering.log;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * Tracks the slots in which this member may have forgotten votes. In a slot with a forgotten vote, the member does not
 * vote, and its promise alone does not count, until it holds the decision.
 */
final class LostVotes implements Founding.Host {
    private final Applier applier;
    private final Consensus consensus;
    private final Runnable renew;

    /** The highest slot in which this member may have forgotten a vote. */
    private long blindThrough;

    /**
     * The voters that this member joined when it was started with {@code bootstrap}, with one bit per rank; 0 if it has
     * joined no voters.
     */
    private int joinedBeside;

    LostVotes(Applier applier, Consensus consensus, Runnable renew) {
        this.applier = applier;
        this.consensus = consensus;
        this.renew = renew;
    }

    boolean covers(long slot) {
        return slot <= blindThrough;
    }

    /**
     * Whether this member may have forgotten votes at or above slot {@code from} and does not hold the decisions of
     * these slots durably.
     */
    boolean hidePromise(long from) {
        return covers(from) && applier.durableSlot() < blindThrough;
    }

    boolean isCaughtUp() {
        return applier.order().slot() >= blindThrough;
    }

    int beside() {
        return joinedBeside;
    }

    void admitted(long through) {
        blindThrough = Math.max(blindThrough, through);
    }

    void onCut() {
        joinedBeside = 0;
    }

    void write(WireWriter to) {
        to.varint(blindThrough).varint(joinedBeside & 0xFFFF_FFFFL);
    }

    void restore(WireReader in) {
        blindThrough = in.varint();
        joinedBeside = (int) in.varint();
    }

    @Override
    public long promised() {
        return consensus.promised();
    }

    @Override
    public long through() {
        long known = Math.max(applier.order().begun(), consensus.highestAccepted());
        return Math.max(known, blindThrough);
    }

    @Override
    public long held() {
        return applier.order().begun();
    }

    @Override
    public boolean inside() {
        return applier.order().isInside();
    }

    @Override
    public boolean forgetful() {
        return consensus.witnesses() == 1
                && joinedBeside == 0
                && applier.durableSlot() < blindThrough;
    }

    @Override
    public long blindThrough() {
        return blindThrough;
    }

    @Override
    public boolean orders() {
        return consensus.impediment().isEmpty();
    }

    @Override
    public void founded(long base) {
        blindThrough = base;
        joinedBeside = 0;
        renew.run();
    }

    @Override
    public void join(long promised, long through, int beside) {
        consensus.rejoin(promised, through);
        blindThrough = Math.max(blindThrough, through);
        joinedBeside = beside;
    }
}
