package io.abcast.ordering.log;

/**
 * Delays the verification of a sender's signatures after the sender has sent an invalid signature, which only a faulty
 * member does. The first back-off of a sender lasts one retry interval, and each further invalid signature doubles it,
 * up to one second. A valid signature of the sender ends the back-off.
 */
public final class Backoff {
    private static final long MOST_NANOS = 1_000_000_000L;

    private final Ports ports;

    /** For each member, by rank: the present back-off in ns; 0 if the member has no back-off. */
    private final long[] backoffNanos;

    private final long[] untilNanos;

    public Backoff(Ports ports) {
        this.ports = ports;
        backoffNanos = new long[ports.members().size()];
        untilNanos = new long[ports.members().size()];
    }

    /** Whether member {@code from} has no back-off at present, so that this member verifies its messages. */
    public boolean isOver(int from) {
        int rank = ports.members().rank(from);
        return backoffNanos[rank] == 0 || ports.nowNanos() >= untilNanos[rank];
    }

    /** Records a message of member {@code from} with a valid signature, and ends the member's back-off. */
    public void valid(int from) {
        backoffNanos[ports.members().rank(from)] = 0;
    }

    /** Records a message of member {@code from} with an invalid signature, and doubles the member's back-off. */
    public void invalid(int from) {
        int rank = ports.members().rank(from);
        long doubled = Math.max(ports.config().retryNanos(), 2 * backoffNanos[rank]);
        backoffNanos[rank] = Math.min(MOST_NANOS, doubled);
        untilNanos[rank] = ports.nowNanos() + backoffNanos[rank];
    }
}
