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
     * Sends a block. The block arrives after all earlier messages to the same node. The driver calls {@link
     * GossipNode#onTransferred} when the link is free again.
     */
    void transfer(int to, GossipMessage.Block block);

    /** Runs a job on any thread, then passes the result to {@link GossipNode#onRecoded}. */
    void recode(RecodeJob job);

    /** Runs a job on any thread, then passes the result to {@link GossipNode#onDecoded}. */
    void decode(DecodeJob job);

    /**
     * Reads a batch from disk, then calls {@link GossipNode#onLoaded}, or {@link GossipNode#onLoadFailed} on failure.
     * The node requests only batches that {@link GossipNode#onHeld} or {@link GossipNode#onStored} has reported.
     *
     * @param manifest description of the batch; null if the node does not know it yet
     */
    default void load(int batch, Manifest manifest) {
        throw new IllegalStateException("batch " + batch + ": nothing is on disk here");
    }

    /**
     * Reads {@code count} blocks of a batch from block {@code first} on, then calls {@link GossipNode#onPartLoaded}.
     * Failures are reported as for {@link #load}. A driver that cannot read parts loads the whole batch.
     */
    default void loadPart(Manifest manifest, int first, int count) {
        load(manifest.batch(), manifest);
    }

    /**
     * Delivers a batch that matches its digests. Batches are delivered in any order, each batch once.
     *
     * @param rows for each block, its k unit coefficients followed by the block; the driver must not write to the rows
     */
    void deliver(Manifest manifest, byte[][] rows);

    /** Reports that a node sent invalid data. From now on, no data of that node is accepted. */
    void shunned(int node);

    /**
     * Reports that the source is gone and no new block arrives, so the remaining nodes may not have the whole batch.
     * The report is not repeated until a new block has arrived.
     */
    void stalled(int batch, int rank);

    /** Requests a call of {@link GossipNode#onTimer} after the delay. A later call replaces an earlier one. */
    void setTimer(long delayNanos);
}
