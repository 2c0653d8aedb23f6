package io.abcast.sim;

import io.abcast.kernel.Digest;
import io.abcast.kernel.GroupNode;
import io.abcast.kernel.Message;
import io.abcast.kernel.SnapshotId;

/** Reports the events that the driver passes to one group node to the trace and to the record of the run. */
final class ObservedGroupNode extends ObservedNode implements GroupNode {
    private final Cluster cluster;
    private final SimulatedProcess life;
    private final GroupNode node;

    ObservedGroupNode(Cluster cluster, SimulatedProcess life, GroupNode node) {
        super(cluster, life, node);
        this.cluster = cluster;
        this.life = life;
        this.node = node;
    }

    @Override
    public void onClock(long epochMicros) {
        node.onClock(epochMicros);
    }

    @Override
    public void onSubmit(long request, int[] groups, byte[] payload) {
        saw(Trace.Input.SUBMIT, request, payload);
        node.onSubmit(request, groups, payload);
    }

    @Override
    public void onGroupMessage(int group, int from, Message message) {
        cluster.coverage().received(message.kind(), life.probe());
        saw(Trace.Input.GROUP_MESSAGE, (long) group << 32 | from, message);
        node.onGroupMessage(group, from, message);
    }

    @Override
    public void onResult(long seq, byte[] result) {
        saw(Trace.Input.RESULT, seq, result);
        node.onResult(seq, result);
    }

    @Override
    public void onDigest(long seq, byte[] digest) {
        node.onDigest(seq, digest);
    }

    @Override
    public void onRestored(byte[] state) {
        saw(Trace.Input.RESTORED, state.length, state);
        node.onRestored(state);
    }

    @Override
    public void onSnapshotTaken(SnapshotId snapshot, Digest content) {
        if (snapshot != null) cluster.around().tookSnapshot(life.id());
        super.onSnapshotTaken(snapshot, content);
    }
}
