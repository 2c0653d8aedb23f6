package io.abcast.ordering.log;

/**
 * Delays the verification of a sender's signatures after an invalid signature. An honest member passes on only messages
 * that it has verified, so the sender of an invalid signature is faulty. The sender's next message is verified only
 * after a back-off. The back-off is one retry interval at first, and doubles with each invalid signature up to one
 * second. A valid signature ends the back-off.
 */
public final class Backoff {
    private static final long MOST_NANOS = 1_000_000_000L;

    private final Ports ports;

    /** For each member, by rank: the present back-off in nanoseconds; 0 without a back-off. */
    private final long[] backoffNanos;

    /** For each member, by rank: the time at which the next message is verified. */
    private final long[] untilNanos;

    public Backoff(Ports ports) {
        this.ports = ports;
        backoffNanos = new long[ports.members().size()];
        untilNanos = new long[ports.members().size()];
    }

    /** Whether messages of member {@code from} are verified at present. */
    public boolean isOver(int from) {
        int rank = ports.members().rank(from);
        return backoffNanos[rank] == 0 || ports.nowNanos() >= untilNanos[rank];
    }

    /** Records a valid message of member {@code from}. */
    public void valid(int from) {
        backoffNanos[ports.members().rank(from)] = 0;
    }

    /** Records an invalid message of member {@code from}. */
    public void invalid(int from) {
        int rank = ports.members().rank(from);
        long doubled = Math.max(ports.config().retryNanos(), 2 * backoffNanos[rank]);
        backoffNanos[rank] = Math.min(MOST_NANOS, doubled);
        untilNanos[rank] = ports.nowNanos() + backoffNanos[rank];
    }
}
