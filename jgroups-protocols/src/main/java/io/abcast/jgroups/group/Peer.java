package io.abcast.jgroups.group;

/** The facts that a {@link KeyedGuard} has recorded about the process at one address. */
final class Peer {
    /**
     * The newest introduction of the process that has a valid signature. Only the event loop uses the field {@code
     * introduction}.
     */
    Introduction introduction;

    /**
     * Whether the process at this address has proven that it runs. Only the event loop uses the field {@code proven}.
     */
    boolean proven;

    /**
     * The highest sequence number in those hellos of the process that had a valid MAC. Only the event loop uses the
     * field {@code sequence}.
     */
    long sequence = Long.MIN_VALUE;

    /**
     * Time, in ns, at which this member last answered a hello of the process that had no valid MAC. Only the event loop
     * uses the field {@code answeredNanos}.
     */
    long answeredNanos;

    /**
     * Time, in ns, at which this member received the last valid hello of the process. Only the event loop uses the
     * field {@code seenNanos}.
     */
    long seenNanos;

    final int id;
    final PairKeys keys;

    Peer(Introduction introduction, PairKeys keys, long nowNanos, long answeredNanos) {
        this.introduction = introduction;
        this.keys = keys;
        this.answeredNanos = answeredNanos;
        id = introduction.id();
        seenNanos = nowNanos;
    }
}
