package io.abcast.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.SnapshotId;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The snapshot files in a data directory: the two newest snapshots, and the snapshot that {@link #retain} names. A new
 * data directory has the snapshot {@link SnapshotId#EMPTY}, so only an operator can leave a directory without a
 * snapshot. The storage reads a written snapshot file back and compares its checksum, before the file gets its final
 * name.
 *
 * <p><b>Thread rule:</b> every thread may call the methods about snapshots that the storage keeps. Only the writer
 * thread calls the methods about the transfer of a snapshot.
 */
final class SnapshotFiles {
    private static final int KEEP = 2;

    /**
     * Number of snapshots of the newest size for which the disk must have free space. With less free space, the storage
     * gives up the retained snapshot.
     */
    private static final int ROOM_FOR = 2;

    private static final int BUFFER_BYTES = 128 << 10;

    /**
     * Number of bytes of content after which the storage forces a snapshot file. A single force at the end could delay
     * a sync of the log by the time to write hundreds of megabytes.
     */
    private static final long FORCE_EVERY_BYTES = 8 << 20;

    private final Directory dir;
    private final int serverId;
    private final DirectoryFormat format;

    /**
     * The kept snapshots, ascending by zxid; of two snapshots with equal zxids, the second was found or taken later.
     * Guarded by the lock of this object.
     */
    private final List<SnapshotId> kept = new ArrayList<>();

    /**
     * The snapshot that is kept even if many newer snapshots exist; {@code null} if no snapshot is retained. Guarded by
     * the lock of this object.
     */
    private SnapshotId retained;

    /**
     * Number of snapshots that have replaced the history since the storage was opened. A snapshot that was begun before
     * the last replacement of the history must not be published. Guarded by the lock of this object.
     */
    private int generation;

    private Transfer transfer;

    SnapshotFiles(Directory dir, int serverId, DirectoryFormat format) {
        this.dir = dir;
        this.serverId = serverId;
        this.format = format;
    }

    synchronized SnapshotId newest() {
        return kept.get(kept.size() - 1);
    }

    /**
     * Returns the oldest kept snapshot, after which the log must be kept too, because a newer snapshot may turn out to
     * be damaged.
     */
    synchronized SnapshotId oldest() {
        return kept.get(0);
    }

    synchronized boolean holds(SnapshotId id) {
        return kept.contains(id);
    }

    synchronized void found(SnapshotId id) {
        kept.add(id);
    }

    synchronized int generation() {
        return generation;
    }

    record Written(SnapshotId id, Digest digest) {}

    Written write(long zxid, byte[] note, boolean digested, Storage.SnapshotWriter writer)
            throws IOException {
        String temporary = temporary(zxid);
        try (Directory.DataFile file = dir.create(temporary)) {
            Content content = new Content(file, digested ? Digest.sum() : null);
            writer.writeTo(content);
            SnapshotId id = content.finish(zxid);
            Digest digest = digested ? content.digest.finish() : null;
            seal(file, id, note, digest);
            file.force(true);
            if (SnapshotLayout.checksum(file, id.bytes(), null) != id.crc())
                throw new IOException(
                        "snapshot " + id + ": read back other bytes than were written");
            return new Written(id, digest);
        }
    }

    private void seal(Directory.DataFile file, SnapshotId id, byte[] note, Digest digest)
            throws IOException {
        if (note.length > StorageLimits.NOTE_BYTES_MAX)
            throw new IOException(
                    "snapshot "
                            + id
                            + ": expected a note of at most "
                            + StorageLimits.NOTE_BYTES_MAX
                            + " bytes, got "
                            + note.length);
        format.need(SnapshotLayout.version(note, digest));
        SnapshotLayout.seal(file, id, serverId, note, digest);
    }

    /**
     * @return false if another snapshot has replaced the history since this snapshot was begun, in generation {@code
     *     begun}
     */
    synchronized boolean publish(SnapshotId id, int begun) throws IOException {
        if (generation != begun) {
            dir.delete(temporary(id.zxid()));
            return false;
        }
        dir.rename(temporary(id.zxid()), FileNames.snapshot(id, FileNames.SNAPSHOT_SUFFIX));
        dir.sync();
        kept.remove(id);
        int at = kept.size();
        while (at > 0 && kept.get(at - 1).zxid() > id.zxid()) at--;
        kept.add(at, id);
        dropOld();
        return true;
    }

    void discard(long zxid) throws IOException {
        dir.delete(temporary(zxid));
    }

    /**
     * Keeps the snapshot {@code id} while the disk has enough free space, in place of the snapshot that was retained
     * before.
     */
    synchronized void retain(SnapshotId id) {
        if (id.equals(SnapshotId.EMPTY)) retained = null;
        else if (kept.contains(id)) retained = id;
    }

    synchronized void dropOld() throws IOException {
        dropOld(KEEP);
    }

    synchronized void dropOldAtStart(boolean digested) throws IOException {
        dropOld(digested ? KEEP + 1 : KEEP);
    }

    private void dropOld(int keep) throws IOException {
        for (int i = 0; i < kept.size() - keep; ) {
            SnapshotId id = kept.get(i);
            if (id.equals(retained) && dir.freeBytes() / ROOM_FOR >= newest().bytes()) {
                i++;
                continue;
            }
            if (id.equals(retained)) retained = null;
            dir.delete(FileNames.snapshot(id, FileNames.SNAPSHOT_SUFFIX));
            dir.sync();
            kept.remove(i);
        }
    }

    InputStream open(SnapshotId id) throws IOException {
        if (id.bytes() == 0) return InputStream.nullInputStream();
        if (!holds(id)) throw new IOException("no snapshot " + id + " in " + dir.path());
        return new SnapshotInput(
                dir.openToRead(FileNames.snapshot(id, FileNames.SNAPSHOT_SUFFIX)), id);
    }

    /**
     * Reads at most {@code bytesMax} bytes of a snapshot from {@code offset} on; {@code null} if this storage does not
     * hold the snapshot.
     */
    byte[] read(SnapshotId id, long offset, int bytesMax) throws IOException {
        if (!holds(id) && !id.equals(SnapshotId.EMPTY)) return null;
        if (offset < 0 || offset >= id.bytes() || bytesMax <= 0) return new byte[0];
        byte[] bytes = new byte[(int) Math.min(bytesMax, id.bytes() - offset)];
        try (Directory.DataFile file =
                dir.openToRead(FileNames.snapshot(id, FileNames.SNAPSHOT_SUFFIX))) {
            ByteBuffer into = ByteBuffer.wrap(bytes);
            while (into.hasRemaining()) {
                if (file.read(into, SnapshotLayout.HEADER_BYTES + offset + into.position()) < 0)
                    throw new IOException("snapshot " + id + " in " + dir.path() + " ends early");
            }
        } catch (java.nio.file.NoSuchFileException e) {
            return null; // the snapshot was deleted during the read, because it is too old
        }
        return bytes;
    }

    void resume(SnapshotId id, Directory.DataFile file, long bytes) {
        transfer = new Transfer(id, file, bytes);
    }

    long writeChunk(SnapshotId id, long offset, byte[] bytes) throws IOException {
        if (transfer == null || !transfer.id.equals(id) || offset == 0) {
            dropTransfer();
            String name = FileNames.snapshot(id, FileNames.PART_SUFFIX);
            Directory.DataFile file = dir.create(name);
            file.write(SnapshotLayout.header(id, serverId), 0);
            transfer = new Transfer(id, file, 0);
        }
        if (offset == transfer.bytes && bytes.length <= id.bytes() - offset) {
            transfer.file.write(ByteBuffer.wrap(bytes), SnapshotLayout.HEADER_BYTES + offset);
            transfer.bytes += bytes.length;
        }
        return transfer.bytes;
    }

    void dropTransfer() throws IOException {
        if (transfer == null) return;
        transfer.file.close();
        dir.delete(FileNames.snapshot(transfer.id, FileNames.PART_SUFFIX));
        transfer = null;
    }

    /**
     * Checks the transferred content, and durably decides that the snapshot replaces the history. The call {@link
     * #finishInstall} completes the installation, either directly or after a restart.
     *
     * @param digest the digest that the content must have; {@code null} if the storage compares no digest
     * @return false if the content does not match {@code id} or the digest, so that the transferred snapshot is dropped
     */
    boolean decideInstall(SnapshotId id, byte[] note, Digest digest) throws IOException {
        if (id.bytes() == 0 && (transfer == null || !transfer.id.equals(id))) {
            if (id.crc() != 0) return false;
            writeChunk(id, 0, new byte[0]);
        }
        if (transfer == null || !transfer.id.equals(id)) return false;
        Digest.Sum sum = digest == null ? null : Digest.sum();
        if (transfer.bytes != id.bytes()
                || SnapshotLayout.checksum(transfer.file, id.bytes(), sum) != id.crc()
                || (sum != null && !sum.finish().equals(digest))) {
            dropTransfer();
            return false;
        }
        synchronized (this) {
            generation++;
        }
        seal(transfer.file, id, note, digest);
        try {
            transfer.file.force(true);
        } catch (IOException e) {
            // After a failed write or sync, the page cache may hold bytes that the disk does not
            // have. A later start must not continue a transfer whose bytes are only in the page
            // cache.
            try {
                dropTransfer();
            } catch (IOException left) {
                e.addSuppressed(left);
            }
            throw e;
        }
        transfer.file.close();
        transfer = null;
        dir.rename(
                FileNames.snapshot(id, FileNames.PART_SUFFIX),
                FileNames.snapshot(id, FileNames.INSTALL_SUFFIX));
        dir.sync();
        return true;
    }

    /**
     * Deletes all other snapshots and gives the installed snapshot its final name. After a crash in this method, the
     * next start calls the method again.
     */
    void finishInstall(SnapshotId id) throws IOException {
        String name = FileNames.snapshot(id, FileNames.SNAPSHOT_SUFFIX);
        for (String other : dir.list()) {
            if (FileNames.snapshotZxid(other, FileNames.SNAPSHOT_SUFFIX) >= 0
                    && !other.equals(name)) dir.delete(other);
        }
        dir.sync();
        dir.rename(FileNames.snapshot(id, FileNames.INSTALL_SUFFIX), name);
        dir.sync();
        synchronized (this) {
            retained = null;
            kept.clear();
            kept.add(id);
        }
    }

    void close() throws IOException {
        if (transfer != null) transfer.file.close();
    }

    private static String temporary(long zxid) {
        return FileNames.snapshot(new SnapshotId(zxid, 0, 0), FileNames.TEMPORARY_SUFFIX);
    }

    private static final class Transfer {
        final SnapshotId id;
        final Directory.DataFile file;
        long bytes;

        Transfer(SnapshotId id, Directory.DataFile file, long bytes) {
            this.id = id;
            this.file = file;
            this.bytes = bytes;
        }
    }

    private static final class Content extends OutputStream {
        private final Directory.DataFile file;
        private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        private final CRC32C crc = new CRC32C();

        private final Digest.Sum digest;

        private long written;
        private long forced;

        Content(Directory.DataFile file, Digest.Sum digest) {
            this.file = file;
            this.digest = digest;
        }

        @Override
        public void write(int b) throws IOException {
            if (!buffer.hasRemaining()) writeOut();
            buffer.put((byte) b);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            for (int done = 0; done < length; ) {
                if (!buffer.hasRemaining()) writeOut();
                int n = Math.min(buffer.remaining(), length - done);
                buffer.put(bytes, offset + done, n);
                done += n;
            }
        }

        SnapshotId finish(long zxid) throws IOException {
            writeOut();
            return new SnapshotId(zxid, written, (int) crc.getValue());
        }

        private void writeOut() throws IOException {
            // The application's code that writes a snapshot may have left the thread interrupted.
            // If the thread stayed interrupted, its next file operation would close the file's
            // channel.
            Thread.interrupted();
            buffer.flip();
            int count = buffer.remaining();
            crc.update(buffer);
            buffer.rewind();
            if (digest != null) digest.add(buffer);
            buffer.rewind();
            file.write(buffer, SnapshotLayout.HEADER_BYTES + written);
            buffer.clear();
            written += count;
            if (written - forced >= FORCE_EVERY_BYTES) {
                file.force(false);
                forced = written;
            }
        }
    }
}
