package io.abcast.sim;

import io.abcast.kernel.Digest;
import io.abcast.kernel.SnapshotId;
import io.abcast.sim.LogImage.Stored;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** How a {@link Disk} takes, serves and fetches snapshots. */
final class DiskSnapshots {
    private final Disk disk;
    private final DiskModel model;
    private final Rng random;
    private final EventQueue queue;
    private final Disk.Owner owner;
    private final PartialSnapshot partial = new PartialSnapshot();
    private long readFreeAt;
    private int installsAsked;

    DiskSnapshots(Disk disk, DiskModel model, Rng random, EventQueue queue, Disk.Owner owner) {
        this.disk = disk;
        this.model = model;
        this.random = random;
        this.queue = queue;
        this.owner = owner;
    }

    /** A new life begins. */
    void recover() {
        readFreeAt = queue.now();
        installsAsked = 0;
    }

    PartialSnapshot partial() {
        return partial;
    }

    void take(long zxid, byte[] note, boolean digested, byte[] content) {
        SnapshotId id = new SnapshotId(zxid, content.length, crc(content));
        Digest digest = digested ? Digest.of(content) : null;
        boolean fails = random.chance(model.snapshotFailures());
        int asked = disk.life();
        int installs = installsAsked;
        queue.at(
                queue.now() + random.between(1, model.snapshotNanosMax()),
                () -> {
                    if (!disk.isLife(asked)) return;
                    boolean taken = !fails && !disk.faults().full && installs == installsAsked;
                    if (taken) {
                        owner.saw(Sight.SNAPSHOTS_TAKEN);
                        disk.addSnapshot(new Stored(id, content, note, digest));
                    }
                    owner.answer(
                            asked,
                            new Input(
                                    Input.Kind.SNAPSHOT_TAKEN,
                                    0,
                                    0,
                                    taken ? id : null,
                                    taken ? digest : null));
                });
    }

    void read(SnapshotId id, long offset, int bytesMax) {
        int asked = disk.life();
        queue.at(
                readDone(),
                () -> {
                    byte[] content = disk.current().content(id);
                    byte[] chunk = null;
                    if (content != null && offset >= 0 && offset <= content.length) {
                        int end = (int) Math.min(content.length, offset + bytesMax);
                        chunk = Arrays.copyOfRange(content, (int) offset, end);
                    }
                    owner.answer(asked, new Input(Input.Kind.SNAPSHOT_READ, offset, 0, id, chunk));
                });
    }

    void write(SnapshotId id, long offset, byte[] bytes) {
        if (!partial.write(id, offset, bytes)) {
            owner.breach("writeSnapshot " + id + " at " + offset + "+" + bytes.length);
            return;
        }
        int next = partial.bytes();
        int asked = disk.life();
        queue.at(
                readDone(),
                () -> {
                    if (disk.faults().full && disk.isLife(asked)) disk.refuse();
                    else
                        owner.answer(
                                asked, new Input(Input.Kind.SNAPSHOT_WRITTEN, next, 0, id, null));
                });
    }

    /**
     * Ends a transfer.
     *
     * @param note goes with the snapshot
     * @param digest that the content must have; {@code null}: any
     * @return the snapshot, or {@code null} if what arrived is not it
     */
    Stored finish(SnapshotId id, byte[] note, Digest digest) {
        if (!id.equals(partial.id()))
            owner.breach("installSnapshot " + id + ": transferred is " + partial.id());
        byte[] content = partial.complete(id);
        partial.clear();
        if (content == null) return null;
        if (random.chance(model.snapshotFailures())) Machine.damage(content);
        boolean valid =
                crc(content) == id.crc() && (digest == null || Digest.of(content).equals(digest));
        if (!valid && model.lies() != DiskModel.Lie.SNAPSHOT_UNCHECKED) return null;
        return new Stored(id, content, note, digest);
    }

    /** The history is about to be replaced: no snapshot of it that is under way counts. */
    void installAsked() {
        installsAsked++;
    }

    /** Reads end one after another. */
    long readDone() {
        readFreeAt = Math.max(queue.now(), readFreeAt) + random.between(1, model.readNanosMax());
        return readFreeAt;
    }

    private static int crc(byte[] content) {
        CRC32C crc = new CRC32C();
        crc.update(content);
        return (int) crc.getValue();
    }
}
