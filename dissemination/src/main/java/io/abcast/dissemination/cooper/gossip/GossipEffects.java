package io.abcast.dissemination.cooper.gossip;

import io.abcast.dissemination.cooper.code.DecodeJob;
import io.abcast.dissemination.cooper.code.Manifest;
import io.abcast.dissemination.cooper.code.RecodeJob;

/** What a {@link GossipNode} asks of its driver. Nothing of it answers before the call that caused it has returned. */
public interface GossipEffects {
    /** Sends a small message; it may be lost. */
    void send(int to, GossipMessage message);

    /** Sends a block, after what was sent there before; {@link GossipNode#onTransferred} says when the link is free again. */
    void transfer(int to, GossipMessage.Block block);

    /** Runs a job on any thread; {@link GossipNode#onRecoded} takes the result. */
    void recode(RecodeJob job);

    /** Runs a job on any thread; {@link GossipNode#onDecoded} takes the result. */
    void decode(DecodeJob job);

    /**
     * Reads a batch that is on disk; {@link GossipNode#onLoaded} takes it, or {@link GossipNode#onLoadFailed} the failure. Only after {@link GossipNode#onHeld} or
     * {@link GossipNode#onStored}.
     *
     * @param manifest null when it is not known yet
     */
    default void load(int batch, Manifest manifest) {
        throw new IllegalStateException("batch " + batch + ": nothing is on disk here");
    }

    /**
     * As {@link #load}, but only {@code count} blocks from {@code first} on; {@link GossipNode#onPartLoaded} takes them. Who does not
     * read parts loads it whole.
     */
    default void loadPart(Manifest manifest, int first, int count) {
        load(manifest.batch(), manifest);
    }

    /**
     * A batch is here and agrees with the digests. Batches come in any order, each once.
     *
     * @param rows each block behind its k unit coefficients; not to be written
     */
    void deliver(Manifest manifest, byte[][] rows);

    /** A node has sent what cannot be right; nothing is taken from it any more. */
    void shunned(int node);

    /** The source is gone and nothing new comes: those who are left may not have the whole batch. Said once, until news come. */
    void stalled(int batch, int rank);

    /** {@link GossipNode#onTimer} is due then; a later call replaces an earlier one. */
    void setTimer(long delayNanos);
}
