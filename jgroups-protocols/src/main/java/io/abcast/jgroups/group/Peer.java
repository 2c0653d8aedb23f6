package io.abcast.jgroups.group;

/** The knowledge of a {@link KeyedGuard} about the process at one address. */
final class Peer {
    /** The newest introduction whose signature is valid. The event loop's. */
    Introduction introduction;

    /** Whether the process has proven that it runs. The event loop's. */
    boolean proven;

    /** The highest sequence of its hellos with a valid MAC. The event loop's. */
    long sequence = Long.MIN_VALUE;

    /** When this process last answered a hello without a valid MAC. The event loop's. */
    long answeredNanos;

    /** When a hello of it was last valid. The event loop's. */
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
