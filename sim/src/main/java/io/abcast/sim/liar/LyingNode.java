package io.abcast.sim.liar;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Message;
import io.abcast.kernel.Node;
import io.abcast.kernel.NodeFilter;
import io.abcast.kernel.SnapshotId;

/**
 * The node of a lying member (liar): an honest node that misses some messages. This class also records all received
 * messages in the liars' common memory.
 */
final class LyingNode extends NodeFilter {
    private final Plot plot;
    private final LiarSender tongue;

    LyingNode(Node node, Plot plot, LiarSender tongue) {
        super(node);
        this.plot = plot;
        this.tongue = tongue;
    }

    @Override
    public void onBatchStart(long nowNanos) {
        tongue.now(nowNanos);
        super.onBatchStart(nowNanos);
    }

    @Override
    public void onBatchEnd() {
        super.onBatchEnd();
        tongue.invent();
    }

    @Override
    public void onMessage(int from, Message message) {
        tongue.answer(from, message);
        if (!tongue.misses()) super.onMessage(from, message);
    }

    @Override
    public void onSnapshotTaken(SnapshotId snapshot, Digest content) {
        if (snapshot != null) plot.known().met(snapshot);
        if (content != null) plot.known().met(content);
        super.onSnapshotTaken(snapshot, content);
    }
}
