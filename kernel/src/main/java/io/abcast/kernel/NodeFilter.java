package io.abcast.kernel;

import java.util.List;
import java.util.Set;

/** Passes every event of the driver on to another node. */
public abstract class NodeFilter implements Node {
    private final Node node;

    protected NodeFilter(Node node) {
        this.node = node;
    }

    @Override
    public void onStart(Recovered recovered) {
        node.onStart(recovered);
    }

    @Override
    public void onBatchStart(long nowNanos) {
        node.onBatchStart(nowNanos);
    }

    @Override
    public void onBatchEnd() {
        node.onBatchEnd();
    }

    @Override
    public void onSubmit(long request, byte[] payload) {
        node.onSubmit(request, payload);
    }

    @Override
    public void onReconfigure(long request, MembershipChange change) {
        node.onReconfigure(request, change);
    }

    @Override
    public void onWithdraw(long through) {
        node.onWithdraw(through);
    }

    @Override
    public void onRead(long read) {
        node.onRead(read);
    }

    @Override
    public void onRead(long read, Keys keys) {
        node.onRead(read, keys);
    }

    @Override
    public void onMessage(int from, Message message) {
        node.onMessage(from, message);
    }

    @Override
    public void onBytes(int from, Digest digest, byte[] bytes) {
        node.onBytes(from, digest, bytes);
    }

    @Override
    public void onSynced(long position) {
        node.onSynced(position);
    }

    @Override
    public void onPersisted(long version) {
        node.onPersisted(version);
    }

    @Override
    public void onLogRead(long afterZxid, List<Entry> entries) {
        node.onLogRead(afterZxid, entries);
    }

    @Override
    public void onSnapshotTaken(SnapshotId snapshot, Digest content) {
        node.onSnapshotTaken(snapshot, content);
    }

    @Override
    public void onSnapshotRead(SnapshotId snapshot, long offset, byte[] bytes) {
        node.onSnapshotRead(snapshot, offset, bytes);
    }

    @Override
    public void onSnapshotWritten(SnapshotId snapshot, long nextOffset) {
        node.onSnapshotWritten(snapshot, nextOffset);
    }

    @Override
    public void onSnapshotInstalled(SnapshotId snapshot, boolean installed) {
        node.onSnapshotInstalled(snapshot, installed);
    }

    @Override
    public void onTimer(int kind) {
        node.onTimer(kind);
    }

    @Override
    public void onReachable(Set<Integer> members) {
        node.onReachable(members);
    }
}
