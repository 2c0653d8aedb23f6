package io.abcast.sim;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import io.abcast.kernel.log.Durability;
import io.abcast.sim.LogImage.Stored;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

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

        /** The disk has failed: the driver stops the node. */
        void failed(String why);

        void saw(Sight sight);

        void breach(String what);
    }

    /** What a member's disk loses when it dies. */
    enum Loss {
        /** A part of what was not durable. */
        PROCESS,
        /** The same; and what a broken driver had left in a cache. */
        POWER,
        /** All that was not durable. */
        EVERYTHING_UNSYNCED
    }

    /** How long a lying driver leaves the small state in memory. */
    private static final long LAZY_NANOS_MAX = 300_000_000;

    /** Syncs that a broken driver takes for done are slower than this. */
    private static final long USUAL_SYNC_NANOS = 40_000_000;

    /** How often the cache of a driver that never syncs happens to be written. */
    private static final double WRITEBACK_CHANCE = 0.02;

    private static final byte[] NO_NOTE = new byte[0];

    private final DiskModel model;
    private final Rng random;
    private final EventQueue queue;
    private final Owner owner;
    private final DiskSnapshots snapshots;

    private LogImage current = new LogImage();
    private final Platter platter = new Platter();
    private final ArrayDeque<LogOperation> unsynced = new ArrayDeque<>();
    private final ArrayDeque<byte[]> persisting = new ArrayDeque<>();

    private int life;
    private boolean used;
    private boolean failed;
    private final DiskFaults faults = new DiskFaults();

    /** What would outlive a power loss if the driver never syncs; {@code null} as long as nothing does. */
    private LogImage writtenBack;

    private byte[] stateWrittenBack;
    private boolean syncing;
    private boolean flushWaits;
    private long operations;
    private long synced;

    /** Operations reported as durable by a driver that lies. */
    private long told;

    private long persists;
    private long persistsDone;
    private long persistFreeAt;
    private int tailsLost;

    /** Named by the node as the snapshot to keep; {@code null}: none in this life. */
    private SnapshotId retained;

    Disk(DiskModel model, Rng random, EventQueue queue, Owner owner) {
        this.model = model;
        this.random = random;
        this.queue = queue;
        this.owner = owner;
        this.snapshots = new DiskSnapshots(this, model, random, queue, owner);
    }

    /** Whether an answer asked for in that life still counts. */
    boolean isLife(int asked) {
        return asked == life && !failed;
    }

    int life() {
        return life;
    }

    LogImage current() {
        return current;
    }

    Platter platter() {
        return platter;
    }

    /** Whether all that had been durable is there, and what becomes durable next will be. */
    boolean isSound() {
        return platter.isSound() && !faults.nextWriteGoesAstray;
    }

    /** How much of a snapshot that is being transferred has arrived, in bytes. */
    long partialBytes() {
        return snapshots.partial().bytes();
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

    /** What is wrong with it; a change of {@code held} is made by {@link #hold}. */
    DiskFaults faults() {
        return faults;
    }

    /** While held, no sync ends; for scripts. */
    void hold(boolean hold) {
        faults.held = hold;
        if (!hold && flushWaits) flush();
    }

    void heal() {
        faults.heal();
        hold(false);
    }

    /** Opens the storage for a new life of its member. @return {@code null} if it is damaged: then there is none */
    Recovered recover() {
        if (platter.recover(model.lies()) != null) {
            owner.saw(
                    platter.isForeign()
                            ? Sight.STARTS_REFUSED_WITH_FOREIGN_STORAGE
                            : Sight.STARTS_REFUSED_FOR_DAMAGE);
            return null;
        }
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
        snapshots.recover();
        retained = null;
        current = LogImage.copyOf(durable);
        if (!used) return Recovered.fresh();
        Stored snapshot = durable.newestSnapshot();
        return new Recovered(
                platter.state(),
                snapshot == null ? SnapshotId.EMPTY : snapshot.id(),
                snapshot == null ? NO_NOTE : snapshot.note(),
                durable.logAfter(),
                durable.lastZxid(),
                durable.epochEnds(),
                durable.memberships(),
                snapshots.partial().id(),
                snapshots.partial().bytes(),
                durable.held(),
                platter.repaired(),
                durable.votes());
    }

    /** The member died: some of what was under way is kept. */
    void crash(Loss loss) {
        life++;
        if (model.durability() == Durability.MEMORY) {
            forget();
            return;
        }
        if (model.lies() == DiskModel.Lie.NEVER_SYNCED && loss == Loss.POWER) {
            platter.revert(
                    writtenBack == null ? new LogImage() : LogImage.copyOf(writtenBack),
                    stateWrittenBack);
            unsynced.clear();
            persisting.clear();
        }
        boolean all = model.durability() == Durability.FILE || !model.losesTail();
        int keep = all ? unsynced.size() : random.below(unsynced.size() + 1);
        if (loss == Loss.EVERYTHING_UNSYNCED && !all) keep = 0;
        if (keep < unsynced.size()) tailsLost++;
        // A sync that is interrupted half-way may still have sent a write astray.
        for (int i = 0; i < keep; i++) apply(unsynced.removeFirst());
        if (model.tears() && !all && random.chance(0.5)) tear();
        if (model.lies() == DiskModel.Lie.INSTALL_IN_STEPS && isInstalling())
            platter.revert(new LogImage(), platter.state());
        unsynced.clear();
        int states = all ? persisting.size() : random.below(persisting.size() + 1);
        for (int i = 0; i < states; i++) platter.state(persisting.removeFirst());
        persisting.clear();
        PartialSnapshot partial = snapshots.partial();
        if (partial.bytes() == 0 || !all) partial.lose(random);
    }

    private boolean isInstalling() {
        for (LogOperation o : unsynced) if (o.kind() == LogOperation.Kind.INSTALL) return true;
        return false;
    }

    /** Some entries behind what is kept had been written, but not synced. */
    private void tear() {
        List<Entry> written = new ArrayList<>();
        for (LogOperation operation : unsynced) {
            if (operation.kind() == LogOperation.Kind.VOTE) continue;
            if (operation.kind() != LogOperation.Kind.APPEND) break;
            written.add(operation.entry());
        }
        if (!written.isEmpty()) platter.tear(written, random);
    }

    /** Something that was durable decays. */
    void rot(boolean unnoticed) {
        if (unnoticed) platter.rotEntry(random);
        else platter.rot(random);
    }

    /**
     * What a person does about a start that is refused: brings the right storage back; cuts the log where it is damaged, if that is
     * enough and {@code cut}; or removes everything.
     */
    void mend(boolean cut) {
        if (platter.restore() && platter.problem() == null) return;
        if (cut && platter.repair()) {
            owner.saw(Sight.LOGS_CUT_BY_HAND);
        } else {
            owner.saw(Sight.STORAGES_REPLACED_BY_HAND);
            forget();
        }
    }

    /** Everything is gone, for good. */
    void replace() {
        forget();
    }

    /** A person cuts the log where it is damaged. @return whether there was anything to damage */
    boolean loseTail() {
        platter.rotEntry(random);
        if (!platter.repair()) return false;
        current = LogImage.copyOf(platter.image());
        return true;
    }

    private void forget() {
        used = false;
        platter.wipe();
        current = new LogImage();
        unsynced.clear();
        persisting.clear();
        snapshots.partial().clear();
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
        add(new LogOperation(LogOperation.Kind.APPEND, entry, 0, null, null));
    }

    void vote(long slot, long openFrom, byte[] record) {
        used = true;
        LogOperation.Vote vote = new LogOperation.Vote(slot, openFrom, record);
        current.vote(vote);
        add(LogOperation.of(vote));
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
        add(new LogOperation(LogOperation.Kind.TRUNCATE, null, lastZxid, null, null));
    }

    /** @param digest that the content must have; {@code null}: any */
    void installSnapshot(SnapshotId id, byte[] note, Digest digest) {
        used = true;
        boolean empty = id.equals(SnapshotId.EMPTY);
        Stored snapshot = empty ? null : snapshots.finish(id, note, digest);
        boolean valid = empty || snapshot != null;
        snapshots.installAsked();
        if (valid) {
            current.install(snapshot);
            retained = null;
        }
        LogOperation.Kind kind =
                valid ? LogOperation.Kind.INSTALL : LogOperation.Kind.INSTALL_FAILED;
        add(new LogOperation(kind, null, 0, snapshot, id));
    }

    /** The end of a batch. */
    void flush() {
        flushWaits = false;
        if (unsynced.isEmpty() || failed) return;
        if (faults.full && !syncing) {
            if (model.lies() == DiskModel.Lie.FULL_DISK_IGNORED) drop(operations);
            else refuse();
            return;
        }
        if (model.lies() == DiskModel.Lie.SYNCED_EARLY && operations > told) {
            told = operations;
            owner.answer(life, Input.of(Input.Kind.SYNCED, operations));
        }
        if (syncing || faults.held) {
            flushWaits = true;
            return;
        }
        syncing = true;
        long target = operations;
        int asked = life;
        long nanos = syncNanos();
        queue.at(queue.now() + nanos, () -> syncEnds(asked, target));
        if (model.lies() == DiskModel.Lie.SYNCED_BY_THE_CLOCK && nanos > USUAL_SYNC_NANOS) {
            told = Math.max(told, target);
            queue.at(
                    queue.now() + USUAL_SYNC_NANOS,
                    () -> owner.answer(asked, Input.of(Input.Kind.SYNCED, target)));
        }
    }

    /** The disk takes nothing. */
    void refuse() {
        owner.saw(Sight.WRITES_REFUSED_BY_A_FULL_DISK);
        owner.failed("no space left");
    }

    /** A broken driver: these operations are gone, and reported as durable. */
    private void drop(long target) {
        while (synced < target) {
            unsynced.removeFirst();
            synced++;
        }
        owner.answer(life, Input.of(Input.Kind.SYNCED, target));
    }

    private void syncEnds(int asked, long target) {
        if (asked != life || failed) return;
        syncing = false;
        if (faults.held) {
            flushWaits = true;
            return;
        }
        if (faults.nextSyncFails) {
            syncFails(target);
            return;
        }
        while (synced < target) {
            LogOperation operation = unsynced.removeFirst();
            synced++;
            apply(operation);
            boolean installs = operation.kind() == LogOperation.Kind.INSTALL;
            if (!installs && operation.kind() != LogOperation.Kind.INSTALL_FAILED) continue;
            owner.answer(
                    life,
                    new Input(
                            Input.Kind.SNAPSHOT_INSTALLED,
                            installs ? 1 : 0,
                            0,
                            operation.id(),
                            operation.snapshot()));
        }
        if (model.lies() == DiskModel.Lie.NEVER_SYNCED && random.chance(WRITEBACK_CHANCE)) {
            writtenBack = LogImage.copyOf(platter.image());
            stateWrittenBack = platter.state();
        }
        if (model.lies() != DiskModel.Lie.SYNCED_EARLY && target > told)
            owner.answer(life, Input.of(Input.Kind.SYNCED, target));
        if (flushWaits) flush();
    }

    private void syncFails(long target) {
        faults.nextSyncFails = false;
        owner.saw(Sight.SYNCS_FAILED);
        if (model.lies() == DiskModel.Lie.SYNC_RETRIED) drop(target);
        else owner.failed("a sync has failed");
    }

    private void add(LogOperation operation) {
        unsynced.addLast(operation);
        operations++;
    }

    private void apply(LogOperation operation) {
        switch (operation.kind()) {
            case APPEND -> {
                if (!goesAstray(operation.entry())) platter.image().append(operation.entry());
                owner.durable(operation.entry());
            }
            case VOTE -> {
                platter.vote(operation.vote());
                misdirect(operation.vote());
            }
            case TRUNCATE -> platter.truncate(operation.zxid());
            case INSTALL -> platter.install(operation.snapshot());
            case INSTALL_FAILED -> {}
        }
    }

    private boolean goesAstray(Entry entry) {
        if (!faults.nextWriteGoesAstray || !platter.misdirect(entry, random, model.lies()))
            return false;
        faults.nextWriteGoesAstray = false;
        owner.saw(Sight.WRITES_MISDIRECTED);
        return true;
    }

    private void misdirect(LogOperation.Vote vote) {
        if (!faults.nextWriteGoesAstray || !platter.misdirect(vote, random)) return;
        faults.nextWriteGoesAstray = false;
        owner.saw(Sight.WRITES_MISDIRECTED);
    }

    void readLog(long afterZxid, int bytesMax) {
        int asked = life;
        boolean late = random.chance(0.5);
        List<Entry> now = late ? null : current.read(afterZxid, bytesMax);
        queue.at(
                snapshots.readDone(),
                () ->
                        logRead(
                                asked,
                                afterZxid,
                                now != null ? now : current.read(afterZxid, bytesMax)));
    }

    private void logRead(int asked, long afterZxid, List<Entry> entries) {
        if (!isLife(asked)) return;
        for (Entry entry : entries) {
            if (!platter.isDamaged(entry)) continue;
            owner.saw(Sight.DAMAGED_ENTRIES_READ);
            owner.failed("an entry cannot be read: " + entry);
            return;
        }
        owner.answer(asked, new Input(Input.Kind.LOG_READ, afterZxid, 0, entries, null));
    }

    /** Segments are dropped whole: a random part of what may go stays. */
    void purge(long throughZxid) {
        long through =
                random.chance(0.3)
                        ? Math.min(throughZxid, platter.image().newestSnapshotZxid() - 1)
                        : throughZxid;
        if (retained != null) through = Math.min(through, retained.zxid());
        current.purge(through);
        platter.purge(through);
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
        if (faults.full && model.lies() != DiskModel.Lie.FULL_DISK_IGNORED) {
            refuse();
            return;
        }
        platter.state(persisting.removeFirst());
        persistsDone++;
        if (model.lies() != DiskModel.Lie.PERSISTED_EARLY) {
            owner.answer(life, Input.of(Input.Kind.PERSISTED, persistsDone));
        }
    }

    // Snapshots.

    void takeSnapshot(long zxid, byte[] note, boolean digested, byte[] content) {
        snapshots.take(zxid, note, digested, content);
    }

    void keepSnapshot(SnapshotId id) {
        if (id.equals(SnapshotId.EMPTY)) retained = null;
        else if (current.content(id) != null) retained = id;
    }

    void addSnapshot(Stored snapshot) {
        used = true;
        current.addSnapshot(snapshot, retained);
        platter.image().addSnapshot(snapshot, retained);
    }

    void readSnapshot(SnapshotId id, long offset, int bytesMax) {
        snapshots.read(id, offset, bytesMax);
    }

    void writeSnapshot(SnapshotId id, long offset, byte[] bytes) {
        used = true;
        snapshots.write(id, offset, bytes);
    }

    private long syncNanos() {
        if (model.durability() != Durability.FSYNC) return faults.slowdown;
        return faults.slowdown * random.between(model.syncNanosMin(), model.syncNanosMax());
    }
}
