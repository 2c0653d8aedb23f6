package io.abcast.kernel;

/**
 * Limits within which a driver may hold a message, so that the message leaves together with a later message for the
 * same member. The limits of a hold are from Mahamdi et al., 2023, section III-C ({@code probaBuf} and
 * {@code timeout}). The limits of a hold are hints: a driver that cannot hold messages ignores them.
 *
 * @param probability probability, from 0 to 1, with which the driver holds the message when it expects another message
 *     to the same destination soon
 * @param timeoutNanos maximum time for which the driver may hold the message, in ns; not negative
 */
public record Hold(double probability, long timeoutNanos) {
    /** Limits of a message that the driver never holds, because other members wait for the message. */
    public static final Hold NEVER = new Hold(0, 0);

    /**
     * @throws IllegalArgumentException if {@code probability} is not between 0 and 1 or {@code timeoutNanos} is
     *     negative
     */
    public Hold {
        if (!(probability >= 0 && probability <= 1))
            throw new IllegalArgumentException("probability " + probability + ": expected 0 to 1");
        if (timeoutNanos < 0)
            throw new IllegalArgumentException(
                    "timeout of " + timeoutNanos + " ns: expected 0 or more");
    }

    /**
     * Returns limits with which a driver holds a message for at most {@code timeoutNanos} ns whenever the driver
     * expects another message to the same destination soon.
     */
    public static Hold upTo(long timeoutNanos) {
        return new Hold(1, timeoutNanos);
    }

    public boolean never() {
        return probability == 0 || timeoutNanos == 0;
    }
}
