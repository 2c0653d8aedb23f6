package io.abcast.ordering.log;

/**
 * How soon this member verifies the next signature of each sender. An honest member passes on only what it has verified, so a sender of
 * an invalid signature lies. Its next message is verified after a back-off that starts at one retry and doubles up to one second. A valid
 * one ends the back-off.
 */
public final class Backoff {
    private static final long MOST_NANOS = 1_000_000_000L;

    private final Ports ports;

    /** By rank: the present back-off; 0 for none. */
    private final long[] backoffNanos;

    /** By rank: when the next message is verified. */
    private final long[] untilNanos;

    public Backoff(Ports ports) {
        this.ports = ports;
        backoffNanos = new long[ports.members().size()];
        untilNanos = new long[ports.members().size()];
    }

    /** Whether messages of that member are verified at present. */
    public boolean isOver(int from) {
        int rank = ports.members().rank(from);
        return backoffNanos[rank] == 0 || ports.nowNanos() >= untilNanos[rank];
    }

    /** A message of that member was valid. */
    public void valid(int from) {
        backoffNanos[ports.members().rank(from)] = 0;
    }

    /** A message of that member was invalid. */
    public void invalid(int from) {
        int rank = ports.members().rank(from);
        long doubled = Math.max(ports.config().retryNanos(), 2 * backoffNanos[rank]);
        backoffNanos[rank] = Math.min(MOST_NANOS, doubled);
        untilNanos[rank] = ports.nowNanos() + backoffNanos[rank];
    }
}
