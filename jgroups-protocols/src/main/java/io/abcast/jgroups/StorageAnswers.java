package io.abcast.jgroups;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Node;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.log.Storage;
import java.io.IOException;
import java.util.List;

/** Turns the storage's answers into events of the loop. Any thread. */
final class StorageAnswers implements Storage.Completions {
    private final Inbox inbox;
    private final Node node;

    StorageAnswers(Inbox inbox, Node node) {
        this.inbox = inbox;
        this.node = node;
    }

    @Override
    public void synced(long position) {
        inbox.post(loop -> node.onSynced(position));
    }

    @Override
    public void persisted(long version) {
        inbox.post(loop -> node.onPersisted(version));
    }

    @Override
    public void logRead(long afterZxid, List<Entry> entries) {
        inbox.post(loop -> node.onLogRead(afterZxid, entries));
    }

    @Override
    public void snapshotTaken(SnapshotId snapshot, Digest content) {
        inbox.post(loop -> node.onSnapshotTaken(snapshot, content));
    }

    @Override
    public void snapshotRead(SnapshotId snapshot, long offset, byte[] bytes) {
        inbox.post(loop -> node.onSnapshotRead(snapshot, offset, bytes));
    }

    @Override
    public void snapshotWritten(SnapshotId snapshot, long nextOffset) {
        inbox.post(loop -> loop.snapshotWritten(snapshot, nextOffset));
    }

    @Override
    public void snapshotInstalled(SnapshotId snapshot, boolean installed) {
        inbox.post(loop -> loop.snapshotInstalled(snapshot, installed));
    }

    @Override
    public void failed(IOException cause) {
        inbox.post(
                loop ->
                        loop.fail(
                                new IOException(
                                        "the storage failed: " + cause.getMessage(), cause)));
    }
}
