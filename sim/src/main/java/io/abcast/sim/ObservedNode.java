package io.abcast.sim;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Keys;
import io.abcast.kernel.MembershipChange;
import io.abcast.kernel.Message;
import io.abcast.kernel.Node;
import io.abcast.kernel.NodeFilter;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import java.util.List;
import java.util.Set;

/** Reports the events that the driver passes to one node to the trace and to the checkers. */
class ObservedNode extends NodeFilter {
    private final Cluster cluster;
    private final SimulatedProcess life;

    ObservedNode(Cluster cluster, SimulatedProcess life, Node node) {
        super(node);
        this.cluster = cluster;
        this.life = life;
    }

    final void saw(Trace.Input input, long detail, Object content) {
        cluster.traceInput(life.rank(), input, detail, content);
    }

    @Override
    public void onStart(Recovered recovered) {
        saw(Trace.Input.START, 0, recovered);
        if (recovered.partial() != null)
            cluster.coverage().saw(CommonGoal.SNAPSHOT_TRANSFERS_RESUMED_AFTER_A_RESTART, 1);
        super.onStart(recovered);
    }

    @Override
    public void onSubmit(long request, byte[] payload) {
        life.callers().numbered(payload, request);
        saw(Trace.Input.SUBMIT, request, payload);
        super.onSubmit(request, payload);
    }

    @Override
    public void onReconfigure(long request, MembershipChange change) {
        life.callers().numbered(change, request);
        saw(Trace.Input.RECONFIGURE, request, change);
        super.onReconfigure(request, change);
    }

    @Override
    public void onWithdraw(long through) {
        saw(Trace.Input.WITHDRAW, through, "");
        cluster.coverage().saw(CommonGoal.REQUESTS_WITHDRAWN, 1);
        super.onWithdraw(through);
    }

    @Override
    public void onRead(long read, Keys keys) {
        saw(Trace.Input.READ, read, "");
        life.readsHanded();
        super.onRead(read, keys);
    }

    @Override
    public void onMessage(int from, Message message) {
        if (!cluster.lies(life.id())) cluster.handed(message);
        cluster.coverage().received(message.kind(), life.probe());
        saw(Trace.Input.MESSAGE, from, message);
        super.onMessage(from, message);
    }

    @Override
    public void onSynced(long position) {
        saw(Trace.Input.SYNCED, position, "");
        super.onSynced(position);
    }

    @Override
    public void onPersisted(long version) {
        saw(Trace.Input.PERSISTED, version, "");
        super.onPersisted(version);
    }

    @Override
    public void onLogRead(long afterZxid, List<Entry> entries) {
        saw(Trace.Input.LOG_READ, afterZxid, entries);
        super.onLogRead(afterZxid, entries);
    }

    @Override
    public void onSnapshotTaken(SnapshotId snapshot, Digest content) {
        saw(Trace.Input.SNAPSHOT_TAKEN, 0, snapshot);
        super.onSnapshotTaken(snapshot, content);
    }

    @Override
    public void onSnapshotRead(SnapshotId snapshot, long offset, byte[] bytes) {
        saw(Trace.Input.SNAPSHOT_READ, offset, snapshot);
        super.onSnapshotRead(snapshot, offset, bytes);
    }

    @Override
    public void onSnapshotWritten(SnapshotId snapshot, long nextOffset) {
        saw(Trace.Input.SNAPSHOT_WRITTEN, nextOffset, snapshot);
        super.onSnapshotWritten(snapshot, nextOffset);
    }

    @Override
    public void onSnapshotInstalled(SnapshotId snapshot, boolean installed) {
        saw(Trace.Input.SNAPSHOT_INSTALLED, installed ? 1 : 0, snapshot);
        life.installAnswered();
        if (installed) cluster.history().installed(life.rank());
        super.onSnapshotInstalled(snapshot, installed);
    }

    @Override
    public void onTimer(int kind) {
        saw(Trace.Input.TIMER, kind, "");
        super.onTimer(kind);
    }

    @Override
    public void onReachable(Set<Integer> members) {
        saw(Trace.Input.REACHABLE, 0, members);
        super.onReachable(members);
    }
}
