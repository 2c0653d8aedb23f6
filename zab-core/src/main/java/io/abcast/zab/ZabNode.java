package io.abcast.zab;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Message;
import io.abcast.kernel.Node;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import java.util.List;
import java.util.Set;

/** Zab as a state machine; under construction. */
public final class ZabNode implements Node {
    /**
     * @param seed of the node's own random choices (jitter of timers)
     */
    public ZabNode(int id, Membership members, ZabConfig config, long seed, Effects effects) {}

    /** A look at the node; call it from the thread that runs the node, between two events. */
    public ZabStatus status() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void onStart(Recovered recovered) {}

    @Override
    public void onBatchStart(long nowNanos) {}

    @Override
    public void onBatchEnd() {}

    @Override
    public void onSubmit(long request, byte[] payload) {}

    @Override
    public void onRead(long read) {}

    @Override
    public void onMessage(int from, Message message) {}

    @Override
    public void onSynced(long position) {}

    @Override
    public void onPersisted(long version) {}

    @Override
    public void onLogRead(long afterZxid, List<Entry> entries) {}

    @Override
    public void onSnapshotTaken(SnapshotId snapshot) {}

    @Override
    public void onSnapshotRead(SnapshotId snapshot, long offset, byte[] bytes) {}

    @Override
    public void onSnapshotWritten(SnapshotId snapshot, long nextOffset) {}

    @Override
    public void onSnapshotInstalled(SnapshotId snapshot, boolean installed) {}

    @Override
    public void onTimer(int kind) {}

    @Override
    public void onReachable(Set<Integer> members) {}
}
