package io.abcast.ordering.log;

/**
 * Measures how long this member's first undecided slot has been undecided.
 *
 * <p>Thread rule: only the thread that runs the node uses an {@code UndecidedSlot}.
 */
public final class UndecidedSlot {
    private final Ports ports;
    private long slot;
    private long sinceNanos;

    public UndecidedSlot(Ports ports) {
        this.ports = ports;
    }

    /**
     * Records the first undecided slot of this member, at each tick of the node's periodic timer.
     *
     * @param first the first undecided slot, as far as this member knows; 0 if all slots are decided
     */
    public void onTick(long first) {
        if (first == slot) return;
        slot = first;
        sinceNanos = ports.nowNanos();
    }

    /** The slot that was the first undecided slot at the last call of {@code onTick}; 0 if all slots are decided. */
    public long slot() {
        return slot;
    }

    /** Time in ns when {@link #slot} became the first undecided slot, on the clock of {@link Ports#nowNanos}. */
    public long sinceNanos() {
        return sinceNanos;
    }

    /**
     * Whether the first undecided slot has been undecided for more than twice the election timeout, so that no requests
     * are being ordered.
     */
    public boolean isReported() {
        return slot != 0
                && ports.nowNanos() - sinceNanos > 2 * ports.config().electionTimeoutNanos();
    }

    /**
     * Returns the reason why no requests are being ordered, as a text for the member's status.
     *
     * @param doing text that states what the member is doing at present
     */
    public String reason(String doing) {
        return "slot " + slot + " is undecided: " + doing;
    }
}
