package io.abcast.dissemination.cooper.gossip;

import io.abcast.dissemination.cooper.code.DecodeJob;
import io.abcast.dissemination.cooper.code.Manifest;
import io.abcast.dissemination.cooper.code.RecodeJob;

/**
 * Effects of a {@link GossipNode}, carried out by its driver. The driver calls the node back only after the call that
 * caused the effect has returned.
 */
public interface GossipEffects {
    /** Sends a small message. The message may be lost. */
    void send(int to, GossipMessage message);

    /**
     * Sends a block after earlier messages to the same node. The driver calls {@link GossipNode#onTransferred} when the
     * link is free again.
     */
    void transfer(int to, GossipMessage.Block block);

    /** Runs a job on any thread, then passes the result to {@link GossipNode#onRecoded}. */
    void recode(RecodeJob job);

    /** Runs a job on any thread, then passes the result to {@link GossipNode#onDecoded}. */
    void decode(DecodeJob job);

    /**
     * Reads a batch from disk, then calls {@link GossipNode#onLoaded}, or {@link GossipNode#onLoadFailed} on failure.
     * Only for batches of {@link GossipNode#onHeld} or {@link GossipNode#onStored}.
     *
     * @param manifest null when the node does not know it yet
     */
    default void load(int batch, Manifest manifest) {
        throw new IllegalStateException("batch " + batch + ": nothing is on disk here");
    }

    /**
     * Loads {@code count} blocks of a batch from {@code first} on; the answer is {@link GossipNode#onPartLoaded}.
     * Otherwise as {@link #load}. A driver that cannot read parts loads the whole batch.
     */
    default void loadPart(Manifest manifest, int first, int count) {
        load(manifest.batch(), manifest);
    }

    /**
     * Delivers a batch that matches its digests. Batches come in any order, each once.
     *
     * @param rows each block behind its k unit coefficients; the driver must not write to them
     */
    void deliver(Manifest manifest, byte[][] rows);

    /** Reports that a node sent invalid data. This node accepts nothing from it any more. */
    void shunned(int node);

    /**
     * Reports that the source is gone and no new block arrives, so the remaining nodes may not have the whole batch.
     * Reported once until a new block arrives.
     */
    void stalled(int batch, int rank);

    /** Requests a call of {@link GossipNode#onTimer} after the delay. A later call replaces an earlier one. */
    void setTimer(long delayNanos);
}
