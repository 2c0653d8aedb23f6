package io.abcast.jgroups.group;

/** The facts that a {@link KeyedGuard} has recorded about the process at one address. */
final class Peer {
    /** The newest introduction with a valid signature. Used by the event loop only. */
    Introduction introduction;

    /** Whether the process has proven that it runs. Used by the event loop only. */
    boolean proven;

    /** The highest sequence number in those hellos of the process that had a valid MAC. Used by the event loop only. */
    long sequence = Long.MIN_VALUE;

    /** Time, in ns, of the last answer to a hello that had no valid MAC. Used by the event loop only. */
    long answeredNanos;

    /** Time, in ns, of the last valid hello of the process. Used by the event loop only. */
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
