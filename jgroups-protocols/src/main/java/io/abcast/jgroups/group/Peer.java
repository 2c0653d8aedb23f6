package io.abcast.jgroups.group;

/**
 * The facts that a {@link KeyedGuard} has recorded about the process at one address. Only the event loop uses the
 * fields that are not final.
 */
final class Peer {
    Introduction introduction;

    boolean proven;

    /** The highest sequence number in those hellos of the process that had a valid MAC. */
    long sequence = Long.MIN_VALUE;

    long answeredNanos;

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
