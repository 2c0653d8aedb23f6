package io.abcast.sim;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.log.Storage;
import io.abcast.kernel.log.StorageFigures;
import io.abcast.kernel.log.StorageWatch;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.Supplier;

/** The {@link Disk} of one process as a storage. */
final class DiskStorage implements Storage {
    private final Disk disk;
    private Completions completions;

    DiskStorage(Disk disk) {
        this.disk = disk;
    }

    @Override
    public Recovered recover(Completions answers) throws IOException {
        completions = answers;
        Recovered recovered = disk.recover();
        if (recovered == null) throw new IOException(disk.platter().problem());
        return recovered;
    }

    void fail(String why) {
        completions.failed(new IOException(why));
    }

    @SuppressWarnings("unchecked")
    void answer(Input input) {
        switch (input.kind()) {
            case SYNCED -> completions.synced(input.a());
            case PERSISTED -> completions.persisted(input.a());
            case LOG_READ -> completions.logRead(input.a(), (List<Entry>) input.content());
            case SNAPSHOT_TAKEN ->
                    completions.snapshotTaken((SnapshotId) input.content(), (Digest) input.more());
            case SNAPSHOT_READ ->
                    completions.snapshotRead(
                            (SnapshotId) input.content(), input.a(), (byte[]) input.more());
            case SNAPSHOT_WRITTEN ->
                    completions.snapshotWritten((SnapshotId) input.content(), input.a());
            case SNAPSHOT_INSTALLED ->
                    completions.snapshotInstalled((SnapshotId) input.content(), input.a() == 1);
        }
    }

    @Override
    public InputStream openSnapshot(SnapshotId snapshot) throws IOException {
        byte[] content = disk.current().content(snapshot);
        if (content == null) throw new IOException(snapshot + " is not here");
        return new ByteArrayInputStream(content);
    }

    @Override
    public void append(Entry entry) {
        disk.append(entry);
    }

    @Override
    public void vote(long slot, long openFrom, Supplier<byte[]> record) {
        disk.vote(slot, openFrom, record.get());
    }

    @Override
    public void truncate(long lastZxid) {
        disk.truncate(lastZxid);
    }

    @Override
    public void flush() {
        disk.flush();
    }

    @Override
    public void readLog(long afterZxid, int bytesMax) {
        disk.readLog(afterZxid, bytesMax);
    }

    @Override
    public void purgeLog(long throughZxid) {
        disk.purge(throughZxid);
    }

    @Override
    public void persist(byte[] state) {
        disk.persist(state);
    }

    @Override
    public void takeSnapshot(long zxid, byte[] note, boolean digested, SnapshotWriter writer) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        try {
            writer.writeTo(content);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        disk.takeSnapshot(zxid, note, digested, content.toByteArray());
    }

    @Override
    public void keepSnapshot(SnapshotId snapshot) {
        disk.keepSnapshot(snapshot);
    }

    @Override
    public void readSnapshot(SnapshotId snapshot, long offset, int bytesMax) {
        disk.readSnapshot(snapshot, offset, bytesMax);
    }

    @Override
    public void writeSnapshot(SnapshotId snapshot, long offset, byte[] bytes) {
        disk.writeSnapshot(snapshot, offset, bytes);
    }

    @Override
    public void installSnapshot(SnapshotId snapshot, byte[] note, Digest content) {
        disk.installSnapshot(snapshot, note, content);
    }

    @Override
    public StorageFigures figures() {
        throw new UnsupportedOperationException();
    }

    @Override
    public StorageWatch watch() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
