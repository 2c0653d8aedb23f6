package io.abcast.ordering.log;

/**
 * How long the first undecided slot has been undecided at this member. A protocol tells it at each tick which slot that is.
 *
 * <p>Thread rule: that of the node.
 */
public final class UndecidedSlot {
    private final Ports ports;
    private long slot;
    private long sinceNanos;

    public UndecidedSlot(Ports ports) {
        this.ports = ports;
    }

    /** @param first the first slot that has to be decided and is not, as far as this member knows; 0: all are decided */
    public void onTick(long first) {
        if (first == slot) return;
        slot = first;
        sinceNanos = ports.nowNanos();
    }

    /** The first undecided slot at the last tick; 0: all are decided. */
    public long slot() {
        return slot;
    }

    /** When {@link #slot} became the first undecided slot, on the clock of {@link Ports#nowNanos}. */
    public long sinceNanos() {
        return sinceNanos;
    }

    /** Whether a slot has been undecided for so long that requests are not being ordered: twice the election timeout. */
    public boolean isReported() {
        return slot != 0 && ports.nowNanos() - sinceNanos > 2 * ports.config().electionTimeoutNanos();
    }

    /**
     * The reason in a member's status.
     *
     * @param doing what the member does about it
     */
    public String reason(String doing) {
        return "slot " + slot + " is undecided: " + doing;
    }
}
