package io.abcast.jgroups.camu;

import io.abcast.kernel.Digest;
import io.abcast.kernel.GroupNode;
import io.abcast.kernel.Message;
import io.abcast.kernel.NodeFilter;
import io.abcast.kernel.SnapshotId;

/** Reports to the receiver of a replica that a snapshot is durable. */
public final class SnapshotReports extends NodeFilter implements GroupNode {
    private final GroupNode node;
    private final Runnable taken;
    private final Runnable installed;

    /**
     * @param taken callback that runs after a snapshot of this replica's present or earlier state has become durable.
     * @param installed callback that runs after a durable snapshot of another replica has replaced this replica's state
     */
    public SnapshotReports(GroupNode node, Runnable taken, Runnable installed) {
        super(node);
        this.node = node;
        this.taken = taken;
        this.installed = installed;
    }

    @Override
    public void onSnapshotTaken(SnapshotId snapshot, Digest content) {
        super.onSnapshotTaken(snapshot, content);
        if (snapshot != null) taken.run();
    }

    @Override
    public void onSnapshotInstalled(SnapshotId snapshot, boolean isInstalled) {
        super.onSnapshotInstalled(snapshot, isInstalled);
        if (isInstalled && !snapshot.equals(SnapshotId.EMPTY)) installed.run();
    }

    @Override
    public void onClock(long epochMicros) {
        node.onClock(epochMicros);
    }

    @Override
    public void onSubmit(long request, int[] groups, byte[] payload) {
        node.onSubmit(request, groups, payload);
    }

    @Override
    public void onGroupMessage(int group, int from, Message message) {
        node.onGroupMessage(group, from, message);
    }

    @Override
    public void onResult(long seq, byte[] result) {
        node.onResult(seq, result);
    }

    @Override
    public void onDigest(long seq, byte[] digest) {
        node.onDigest(seq, digest);
    }

    @Override
    public void onRestored(byte[] state) {
        node.onRestored(state);
    }
}
