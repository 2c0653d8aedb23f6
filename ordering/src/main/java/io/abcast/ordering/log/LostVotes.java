package io.abcast.ordering.log;

import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;

/**
 * The slots in which this member may have forgotten votes. In these slots it neither votes nor promises alone, until it
 * holds their decisions. The {@link Founding} asks for them, and sets them.
 */
final class LostVotes implements Founding.Host {
    private final Applier applier;
    private final Consensus consensus;
    private final Runnable renew;

    /** The highest slot in which this member may have lost votes. */
    private long blindThrough;

    /** The voters that this bootstrapped member has joined, with one bit per rank; 0 if it has joined no voters. */
    private int joinedBeside;

    /** @param renew forgets what belongs to the ensemble before the present one */
    LostVotes(Applier applier, Consensus consensus, Runnable renew) {
        this.applier = applier;
        this.consensus = consensus;
        this.renew = renew;
    }

    /** Whether votes of the slot may be lost. */
    boolean covers(long slot) {
        return slot <= blindThrough;
    }

    /** Whether votes of slots from {@code from} on may be lost, and their decisions are not durable here. */
    boolean hidePromise(long from) {
        return covers(from) && applier.durableSlot() < blindThrough;
    }

    /** Whether this member has applied all slots in which it may have lost votes. */
    boolean isCaughtUp() {
        return applier.order().slot() >= blindThrough;
    }

    /** See {@link Ports#beside}. */
    int beside() {
        return joinedBeside;
    }

    /** Handles an admission, see {@link Ports#admitted}. */
    void admitted(long through) {
        blindThrough = Math.max(blindThrough, through);
    }

    /** Handles the loss of a part of the log. */
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

    // ------------------------------------------------------------------ for the founding

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
