package io.abcast.ordering.log;

/**
 * Tracks how long the first undecided slot has been undecided at this member. A protocol reports that slot at each
 * tick.
 *
 * <p>Thread rule: only the thread that runs the node uses an instance.
 */
public final class UndecidedSlot {
    private final Ports ports;
    private long slot;
    private long sinceNanos;

    public UndecidedSlot(Ports ports) {
        this.ports = ports;
    }

    /**
     * Records the first undecided slot at a tick.
     *
     * @param first the first undecided slot, as far as this member knows; 0 if all slots are decided
     */
    public void onTick(long first) {
        if (first == slot) return;
        slot = first;
        sinceNanos = ports.nowNanos();
    }

    /** The first undecided slot at the last tick; 0 if all slots are decided. */
    public long slot() {
        return slot;
    }

    /** Time when {@link #slot} became the first undecided slot, on the clock of {@link Ports#nowNanos}. */
    public long sinceNanos() {
        return sinceNanos;
    }

    /** Whether a slot has been undecided for twice the election timeout, so that requests are not being ordered. */
    public boolean isReported() {
        return slot != 0
                && ports.nowNanos() - sinceNanos > 2 * ports.config().electionTimeoutNanos();
    }

    /**
     * Returns the reason why no requests are being ordered, as a text for the member's status.
     *
     * @param doing present action of the member
     */
    public String reason(String doing) {
        return "slot " + slot + " is undecided: " + doing;
    }
}
