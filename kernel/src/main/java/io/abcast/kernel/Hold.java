package io.abcast.kernel;

/**
 * Limits for holding a message, so that it leaves together with a later message for the same member (Mahamdi et al.
 * 2023, section III-C: {@code probaBuf} and {@code timeout}). The limits are hints: a driver that cannot hold
 * messages back ignores them.
 *
 * @param probability probability that the message is held when another message to its destination is expected soon; 0
 *     to 1. With probability 0 the message leaves at once, together with all messages that are already held for its
 *     destination
 * @param timeoutNanos maximum time for which the message may be held, in ns; not negative
 */
public record Hold(double probability, long timeoutNanos) {
    /** The message is never held, because other members wait for it. */
    public static final Hold NEVER = new Hold(0, 0);

    /**
     * @throws IllegalArgumentException if the probability is not between 0 and 1 or the timeout is negative
     */
    public Hold {
        if (!(probability >= 0 && probability <= 1))
            throw new IllegalArgumentException("probability " + probability + ": expected 0 to 1");
        if (timeoutNanos < 0)
            throw new IllegalArgumentException(
                    "timeout of " + timeoutNanos + " ns: expected 0 or more");
    }

    /**
     * Returns limits with which a driver holds a message for at most {@code timeoutNanos} ns whenever another message
     * to the same destination is expected soon.
     */
    public static Hold upTo(long timeoutNanos) {
        return new Hold(1, timeoutNanos);
    }

    public boolean never() {
        return probability == 0 || timeoutNanos == 0;
    }
}
