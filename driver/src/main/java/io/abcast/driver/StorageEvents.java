package io.abcast.driver;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Node;
import io.abcast.kernel.SnapshotId;
import io.abcast.log.Storage;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * Turns the answers of the storage into events of the driver. Any thread may call the methods of a {@code
 * StorageEvents}.
 */
final class StorageEvents implements Storage.Completions {
    private final Consumer<LoopEvent> post;
    private final Node node;

    StorageEvents(Consumer<LoopEvent> post, Node node) {
        this.post = post;
        this.node = node;
    }

    @Override
    public void synced(long position) {
        post.accept(driver -> node.onSynced(position));
    }

    @Override
    public void persisted(long version) {
        post.accept(driver -> node.onPersisted(version));
    }

    @Override
    public void logRead(long afterZxid, List<Entry> entries) {
        post.accept(driver -> node.onLogRead(afterZxid, entries));
    }

    @Override
    public void snapshotTaken(SnapshotId snapshot, Digest content) {
        post.accept(driver -> node.onSnapshotTaken(snapshot, content));
    }

    @Override
    public void snapshotRead(SnapshotId snapshot, long offset, byte[] bytes) {
        post.accept(driver -> node.onSnapshotRead(snapshot, offset, bytes));
    }

    @Override
    public void snapshotWritten(SnapshotId snapshot, long nextOffset) {
        post.accept(driver -> driver.snapshotWritten(snapshot, nextOffset));
    }

    @Override
    public void snapshotInstalled(SnapshotId snapshot, boolean installed) {
        post.accept(driver -> driver.snapshotInstalled(snapshot, installed));
    }

    @Override
    public void failed(IOException cause) {
        post.accept(
                driver ->
                        driver.fail(
                                new IOException(
                                        "the storage failed: " + cause.getMessage(), cause)));
    }
}
