package io.abcast.sim;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.SnapshotId;
import io.abcast.log.Storage;
import java.io.IOException;
import java.util.List;

/**
 * Receives the completions (answers) of a storage that is used without a driver. Ignores all completions, but throws an
 * exception if the storage fails.
 */
public class QuietCompletions implements Storage.Completions {
    @Override
    public void synced(long position) {}

    @Override
    public void persisted(long version) {}

    @Override
    public void logRead(long afterZxid, List<Entry> entries) {}

    @Override
    public void snapshotTaken(SnapshotId snapshot, Digest content) {}

    @Override
    public void snapshotRead(SnapshotId snapshot, long offset, byte[] bytes) {}

    @Override
    public void snapshotWritten(SnapshotId snapshot, long nextOffset) {}

    @Override
    public void snapshotInstalled(SnapshotId snapshot, boolean installed) {}

    @Override
    public void failed(IOException cause) {
        throw new AssertionError(cause);
    }
}
