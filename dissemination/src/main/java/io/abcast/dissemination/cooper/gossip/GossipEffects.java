package io.abcast.dissemination.cooper.gossip;

import io.abcast.dissemination.cooper.code.DecodeJob;
import io.abcast.dissemination.cooper.code.Manifest;
import io.abcast.dissemination.cooper.code.RecodeJob;

/**
 * The effects of a {@link GossipNode}, which its driver carries out. The driver calls the node only after the call that
 * caused the effect has returned.
 */
public interface GossipEffects {
    /** Sends a small message, which the network may lose, to a node. */
    void send(int to, GossipMessage message);

    /**
     * Sends a block to a node. The block arrives after all earlier messages to the same node. The driver calls {@link
     * GossipNode#onTransferred} when the link to the node {@code to} is free again.
     */
    void transfer(int to, GossipMessage.Block block);

    /** Runs a coding job on any thread, then passes the coded block to {@link GossipNode#onRecoded}. */
    void recode(RecodeJob job);

    /** Runs a decoding job on any thread, then passes the decoded blocks to {@link GossipNode#onDecoded}. */
    void decode(DecodeJob job);

    /**
     * Reads a batch from disk, then calls {@link GossipNode#onLoaded}, or, if reading failed, {@link
     * GossipNode#onLoadFailed}. The node requests only batches that the driver has reported as stored, by {@link
     * GossipNode#onHeld} or {@link GossipNode#onStored}.
     *
     * @param manifest description of the batch; null if the node does not know the description yet
     */
    default void load(int batch, Manifest manifest) {
        throw new IllegalStateException("batch " + batch + ": nothing is on disk here");
    }

    /**
     * Reads {@code count} blocks of a batch, beginning with block {@code first}, then calls {@link
     * GossipNode#onPartLoaded}. If the read of the blocks fails, the driver calls {@link GossipNode#onLoadFailed}. A
     * driver that cannot read parts of a batch loads the whole batch.
     */
    default void loadPart(Manifest manifest, int first, int count) {
        load(manifest.batch(), manifest);
    }

    /**
     * Delivers a batch whose blocks match their digests. The node delivers batches in any order, and each batch once.
     *
     * @param rows for each block, the coefficients (1 for the block itself, 0 for all others), followed by the block;
     *     the driver must not write to the rows
     */
    void deliver(Manifest manifest, byte[][] rows);

    /**
     * Reports that this node shuns another node: it accepts no more data from that node, because that node has sent
     * invalid data.
     */
    void shunned(int node);

    /**
     * Reports a stalled batch: the source is not reachable, and no new block of the batch arrives. The node reports a
     * batch again only if a new block has arrived and the batch has stalled again.
     */
    void stalled(int batch, int rank);

    /**
     * Requests a call of {@link GossipNode#onTimer} after {@code delayNanos} ns. Each call of {@code setTimer} replaces
     * the node's earlier request for a timer.
     */
    void setTimer(long delayNanos);
}
