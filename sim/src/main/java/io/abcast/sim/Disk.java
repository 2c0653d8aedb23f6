package io.abcast.sim;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.kernel.log.Durability;
import io.abcast.sim.LogImage.Stored;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * One member's storage. What was asked for is seen by reads at once and reaches the platter when a sync ends; a crash keeps
 * a random part of what lies between. Answers arrive at the {@link Owner} later, in order.
 */
final class Disk {
    /** Who uses the disk. */
    interface Owner {
        /** Hands in an answer; ignored unless {@code life} is the present one. */
        void answer(int life, Input input);

        void durable(Entry entry);

        void breach(String what);
    }

    /** A log operation that is not yet durable. */
    private record Operation(Kind kind, Entry entry, long zxid, Stored snapshot, SnapshotId id) {
        enum Kind {
            APPEND,
            TRUNCATE,
            INSTALL,
            INSTALL_FAILED
        }
    }

    /** How long a lying driver leaves the small state in memory. */
    private static final long LAZY_NANOS_MAX = 300_000_000;

    private final DiskModel model;
    private final Rng random;
    private final EventQueue queue;
    private final Owner owner;

    private LogImage current = new LogImage();
    private final Platter platter = new Platter();
    private final ArrayDeque<Operation> unsynced = new ArrayDeque<>();
    private final ArrayDeque<byte[]> persisting = new ArrayDeque<>();
    private SnapshotId partial;
    private byte[] partialContent = new byte[0];
    private int partialBytes;

    private int life;
    private boolean used;
    private boolean failed;
    private boolean held;
    private boolean syncing;
    private boolean flushWaits;
    private long operations;
    private long synced;

    /** Operations reported as durable by a driver that lies. */
    private long told;

    private long persists;
    private long persistsDone;
    private long persistFreeAt;
    private long readFreeAt;
    private int installsAsked;
    private int tailsLost;

    Disk(DiskModel model, Rng random, EventQueue queue, Owner owner) {
        this.model = model;
        this.random = random;
        this.queue = queue;
        this.owner = owner;
    }

    /** Whether an answer asked for in that life still counts. */
    boolean isLife(int asked) {
        return asked == life && !failed;
    }

    LogImage current() {
        return current;
    }

    Platter platter() {
        return platter;
    }

    /** Whether everything that was persisted is durable. */
    boolean hasPersisted() {
        return persisting.isEmpty();
    }

    /** Whether anything was persisted, durable or not. */
    boolean persists() {
        return platter.state() != null || !persisting.isEmpty();
    }

    /** Crashes so far that lost something. */
    int tailsLost() {
        return tailsLost;
    }

    /** Everything stops being answered, as after a failed write. */
    void fail() {
        failed = true;
    }

    /** While held, no sync ends; for scripts. */
    void hold(boolean hold) {
        held = hold;
        if (!hold && flushWaits) flush();
    }

    /** Opens the storage for a new life of its member. @return {@code null} if it is damaged: then there is none */
    Recovered recover() {
        if (platter.recover(model.lies()) != null) return null;
        LogImage durable = platter.image();
        life++;
        failed = false;
        syncing = false;
        flushWaits = false;
        operations = 0;
        synced = 0;
        told = 0;
        persists = 0;
        persistsDone = 0;
        persistFreeAt = queue.now();
        readFreeAt = queue.now();
        installsAsked = 0;
        current = LogImage.copyOf(durable);
        if (!used) return Recovered.fresh();
        Stored snapshot = durable.newestSnapshot();
        return new Recovered(
                platter.state(),
                snapshot == null ? SnapshotId.EMPTY : snapshot.id(),
                durable.logAfter(),
                durable.lastZxid(),
                durable.epochEnds(),
                partial,
                partial == null ? 0 : partialBytes,
                platter.repaired());
    }

    /** The member died: some of what was under way is kept. */
    void crash() {
        life++;
        if (model.durability() == Durability.MEMORY) {
            forget();
            return;
        }
        boolean all = model.durability() == Durability.FILE || !model.losesTail();
        int keep = all ? unsynced.size() : random.below(unsynced.size() + 1);
        if (keep < unsynced.size()) tailsLost++;
        for (int i = 0; i < keep; i++) apply(unsynced.removeFirst());
        if (model.tears() && !all && random.chance(0.5)) tear();
        unsynced.clear();
        int states = all ? persisting.size() : random.below(persisting.size() + 1);
        for (int i = 0; i < states; i++) platter.state(persisting.removeFirst());
        persisting.clear();
        if (partial != null && !all) partialBytes = random.below(partialBytes + 1);
        if (partialBytes == 0) partial = null;
    }

    /** Some entries behind what is kept had been written, but not synced. */
    private void tear() {
        List<Entry> written = new ArrayList<>();
        for (Operation operation : unsynced) {
            if (operation.kind() != Operation.Kind.APPEND) break;
            written.add(operation.entry());
        }
        if (!written.isEmpty()) platter.tear(written, random);
    }

    /** Something that was durable decays; the member is down. */
    void rot() {
        platter.rot(random);
    }

    /** What a person does about damage: cuts the log there if that is enough and {@code cut}, or removes everything. */
    void mend(boolean cut) {
        if (!cut || !platter.repair()) forget();
    }

    private void forget() {
        used = false;
        platter.wipe();
        current = new LogImage();
        unsynced.clear();
        persisting.clear();
        partial = null;
        partialBytes = 0;
    }

    // The log.

    void append(Entry entry) {
        long last = current.lastZxid();
        if (!Zxid.follows(last, entry.zxid())) {
            owner.breach("append " + entry + ": does not follow " + Zxid.toString(last));
            return;
        }
        used = true;
        current.append(entry);
        add(new Operation(Operation.Kind.APPEND, entry, 0, null, null));
    }

    void truncate(long lastZxid) {
        if (lastZxid < current.newestSnapshotZxid() || lastZxid < current.logAfter()) {
            owner.breach(
                    "truncate to "
                            + Zxid.toString(lastZxid)
                            + ": below the newest snapshot "
                            + Zxid.toString(current.newestSnapshotZxid())
                            + " or the log's start "
                            + Zxid.toString(current.logAfter()));
            return;
        }
        current.truncate(lastZxid);
        add(new Operation(Operation.Kind.TRUNCATE, null, lastZxid, null, null));
    }

    void installSnapshot(SnapshotId id) {
        used = true;
        boolean empty = id.equals(SnapshotId.EMPTY);
        Stored snapshot = null;
        boolean valid = empty;
        if (!empty
                && id.equals(partial)
                && partialBytes == id.bytes()
                && !random.chance(model.snapshotFailures())) {
            byte[] content = Arrays.copyOf(partialContent, partialBytes);
            valid = crc(content) == id.crc();
            snapshot = new Stored(id, content);
        }
        if (!empty && !id.equals(partial))
            owner.breach("installSnapshot " + id + ": transferred is " + partial);
        partial = null;
        partialBytes = 0;
        installsAsked++;
        if (valid) current.install(snapshot);
        Operation.Kind kind = valid ? Operation.Kind.INSTALL : Operation.Kind.INSTALL_FAILED;
        add(new Operation(kind, null, 0, snapshot, id));
    }

    /** The end of a batch. */
    void flush() {
        flushWaits = false;
        if (unsynced.isEmpty() || failed) return;
        if (model.lies() == DiskModel.Lie.SYNCED_EARLY && operations > told) {
            told = operations;
            owner.answer(life, Input.of(Input.Kind.SYNCED, operations));
        }
        if (syncing || held) {
            flushWaits = true;
            return;
        }
        syncing = true;
        long target = operations;
        int asked = life;
        queue.at(queue.now() + syncNanos(), () -> syncEnds(asked, target));
    }

    private void syncEnds(int asked, long target) {
        if (asked != life || failed) return;
        if (held) {
            syncing = false;
            flushWaits = true;
            return;
        }
        syncing = false;
        while (synced < target) {
            Operation operation = unsynced.removeFirst();
            synced++;
            apply(operation);
            boolean installs = operation.kind() == Operation.Kind.INSTALL;
            if (!installs && operation.kind() != Operation.Kind.INSTALL_FAILED) continue;
            owner.answer(
                    life,
                    new Input(
                            Input.Kind.SNAPSHOT_INSTALLED,
                            installs ? 1 : 0,
                            0,
                            operation.id(),
                            operation.snapshot()));
        }
        if (model.lies() != DiskModel.Lie.SYNCED_EARLY)
            owner.answer(life, Input.of(Input.Kind.SYNCED, target));
        if (flushWaits) flush();
    }

    private void add(Operation operation) {
        unsynced.addLast(operation);
        operations++;
    }

    private void apply(Operation operation) {
        switch (operation.kind()) {
            case APPEND -> {
                platter.image().append(operation.entry());
                owner.durable(operation.entry());
            }
            case TRUNCATE -> platter.image().truncate(operation.zxid());
            case INSTALL -> platter.image().install(operation.snapshot());
            case INSTALL_FAILED -> {}
        }
    }

    void readLog(long afterZxid, int bytesMax) {
        int asked = life;
        boolean late = random.chance(0.5);
        Input now = late ? null : logRead(afterZxid, bytesMax);
        queue.at(
                readDone(),
                () -> owner.answer(asked, now != null ? now : logRead(afterZxid, bytesMax)));
    }

    private Input logRead(long afterZxid, int bytesMax) {
        return new Input(
                Input.Kind.LOG_READ, afterZxid, 0, current.read(afterZxid, bytesMax), null);
    }

    /** Segments are dropped whole: a random part of what may go stays. */
    void purge(long throughZxid) {
        long through =
                random.chance(0.3)
                        ? Math.min(throughZxid, platter.image().newestSnapshotZxid() - 1)
                        : throughZxid;
        current.purge(through);
        platter.image().purge(through);
    }

    // The small state.

    void persist(byte[] state) {
        used = true;
        persists++;
        persisting.addLast(state);
        int asked = life;
        if (model.lies() == DiskModel.Lie.PERSISTED_EARLY)
            owner.answer(life, Input.of(Input.Kind.PERSISTED, persists));
        long nanos = syncNanos();
        if (model.lies() == DiskModel.Lie.PERSISTED_EARLY)
            nanos += random.between(0, LAZY_NANOS_MAX);
        persistFreeAt = Math.max(queue.now(), persistFreeAt) + nanos;
        queue.at(persistFreeAt, () -> persistEnds(asked));
    }

    private void persistEnds(int asked) {
        if (asked != life || failed) return;
        platter.state(persisting.removeFirst());
        persistsDone++;
        if (model.lies() != DiskModel.Lie.PERSISTED_EARLY) {
            owner.answer(life, Input.of(Input.Kind.PERSISTED, persistsDone));
        }
    }

    // Snapshots.

    void takeSnapshot(long zxid, byte[] content) {
        SnapshotId id = new SnapshotId(zxid, content.length, crc(content));
        boolean fails = random.chance(model.snapshotFailures());
        int asked = life;
        int installs = installsAsked;
        queue.at(
                queue.now() + random.between(1, model.snapshotNanosMax()),
                () -> {
                    if (asked != life || failed) return;
                    boolean taken = !fails && installs == installsAsked;
                    if (taken) {
                        used = true;
                        current.addSnapshot(new Stored(id, content));
                        platter.image().addSnapshot(new Stored(id, content));
                    }
                    owner.answer(
                            life,
                            new Input(Input.Kind.SNAPSHOT_TAKEN, 0, 0, taken ? id : null, null));
                });
    }

    void readSnapshot(SnapshotId id, long offset, int bytesMax) {
        int asked = life;
        queue.at(
                readDone(),
                () -> {
                    byte[] content = current.content(id);
                    byte[] chunk = null;
                    if (content != null && offset >= 0 && offset <= content.length) {
                        int end = (int) Math.min(content.length, offset + bytesMax);
                        chunk = Arrays.copyOfRange(content, (int) offset, end);
                    }
                    owner.answer(asked, new Input(Input.Kind.SNAPSHOT_READ, offset, 0, id, chunk));
                });
    }

    void writeSnapshot(SnapshotId id, long offset, byte[] bytes) {
        used = true;
        if (!id.equals(partial) || offset == 0) {
            partial = id;
            partialBytes = 0;
            partialContent = new byte[(int) id.bytes()];
        }
        if (bytes.length > id.bytes() - offset) {
            owner.breach("writeSnapshot " + id + " at " + offset + "+" + bytes.length);
            return;
        }
        // As the real storages: what does not continue the transfer is dropped, the answer says
        // where it is.
        if (offset == partialBytes) {
            System.arraycopy(bytes, 0, partialContent, partialBytes, bytes.length);
            partialBytes += bytes.length;
        }
        int next = partialBytes;
        int asked = life;
        queue.at(
                readDone(),
                () ->
                        owner.answer(
                                asked, new Input(Input.Kind.SNAPSHOT_WRITTEN, next, 0, id, null)));
    }

    private long readDone() {
        readFreeAt = Math.max(queue.now(), readFreeAt) + random.between(1, model.readNanosMax());
        return readFreeAt;
    }

    private long syncNanos() {
        if (model.durability() != Durability.FSYNC) return 1;
        return random.between(model.syncNanosMin(), model.syncNanosMax());
    }

    private static int crc(byte[] content) {
        CRC32C crc = new CRC32C();
        crc.update(content);
        return (int) crc.getValue();
    }
}
