package io.abcast.sim;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.VoteRecord;
import io.abcast.log.CorruptLogException;
import io.abcast.log.Durability;
import io.abcast.log.FaultyDirectory;
import io.abcast.log.LogInspector;
import io.abcast.log.LogPlaces;
import io.abcast.log.StorageSteps;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The disk of one server, from one of its processes to the next: the directory that the storage uses, what is wrong with it, and the {@link
 * Ledger} of what must be there. Each process has a {@link TimedStorage} on it.
 */
final class Drive {
    /** The server that uses the disk. */
    interface Owner {
        void durable(Entry entry);

        /**
         * The storage of the process has failed: its driver ends.
         *
         * @param deserved whether something is wrong with the disk
         */
        void failed(IOException cause, boolean deserved);

        /** The storage takes more again. */
        void hasRoom();

        void saw(CommonGoal sight);

        void breach(String what);
    }

    /** The part of the disk that is lost when the process dies. */
    enum Loss {
        /** A part of what was not durable, or nothing. */
        PROCESS,
        /** A part of what was not durable; and what a broken driver had left in a cache. */
        POWER,
        /** All that was not durable. */
        EVERYTHING_UNSYNCED
    }

    /** How often a process that dies takes the machine with it, where a crash may lose something. */
    private static final double POWER_LOST = 0.7;

    /** How often a process dies in the middle of what its storage is about to do, where a crash may tear a write. */
    private static final double INTERRUPTED = 0.5;

    /** How often rot hits the end of what is known to have been durable. */
    private static final double ROT_AT_THE_END = 0.5;

    /** Beginnings of the notes of a recovery that has cut an unfinished write, or has put a snapshot aside. */
    private static final String CUT_NOTE = "cut an unfinished write";

    private static final String ASIDE_NOTE = "put aside";

    private final DiskModel model;
    private final Rng random;
    private final EventQueue queue;
    private final int id;
    private final Membership members;
    private Owner owner;
    private final Ledger ledger;
    private final DiskFaults faults = new DiskFaults();
    private FaultyDirectory dir;

    /** Of the process that runs, or ran last; {@code null} before the first one. */
    private TimedStorage storage;

    /** In the place of {@link #dir}; {@code null}: nothing is. */
    private FaultyDirectory foreign;

    /** Whether something durable was damaged that no start has looked at yet. */
    private boolean damaged;

    /** Whether something was damaged in such a way that a start may miss it. */
    private boolean damagedUnseen;

    /**
     * Whether a start has found less than was durable, and nothing to tell it so. A real server would go on. This one refuses each start until a
     * person has replaced its storage.
     */
    private boolean cutUnseen;

    /** Whether a person has cut the log since the last start. */
    private boolean cut;

    /** Whether a person has cut or removed anything, ever. */
    private boolean lost;

    /** Why the last start was refused for good, or {@code null}. */
    private String refusal;

    /** The open votes of the times at which a person has cut or removed something. */
    private final List<VoteRecord> votesBefore = new ArrayList<>();

    /** Errors of {@link #dir} that were counted. */
    private int forcesFailed;

    private int readsFailed;
    private int writesAstray;
    private int tailsLost;
    private int tornTails;
    private int refusals;
    private int fallbacks;

    Drive(DiskModel model, Rng random, EventQueue queue, int id, Membership members, Owner owner) {
        this.model = model;
        this.random = random;
        this.queue = queue;
        this.id = id;
        this.members = members;
        this.owner = owner;
        ledger = new Ledger(entry -> this.owner.durable(entry));
        dir = emptyDirectory();
    }

    /**
     * The disk as another process of the server finds it, which does not share anything with this one.
     *
     * @param keepsContent whether it has what was durable at least; otherwise it is a new disk
     */
    Drive handOver(Rng dice, Owner to, boolean keepsContent) {
        Drive other = new Drive(model, dice, queue, id, members, to);
        other.votesBefore.addAll(votesBefore);
        other.lost = lost;
        other.tailsLost = tailsLost;
        other.tornTails = tornTails;
        other.refusals = refusals;
        other.fallbacks = fallbacks;
        if (model.durability() == Durability.MEMORY) return other;
        if (!keepsContent) {
            other.votesBefore.addAll(ledger.durable().votes());
            other.lost = true;
            return other;
        }
        other.ledger.copy(ledger);
        other.damaged = damaged;
        other.damagedUnseen = damagedUnseen;
        other.cutUnseen = cutUnseen;
        other.cut = cut;
        other.dir = model.losesTail() && dice.chance(0.5) ? dir.durable() : dir.copy();
        return other;
    }

    /** That server uses it from now on. */
    void ownedBy(Owner other) {
        owner = other;
    }

    private FaultyDirectory emptyDirectory() {
        return new FaultyDirectory(model.lies().onDisk());
    }

    /** The storage of a new process. */
    TimedStorage open() {
        FaultyDirectory used = foreign == null ? dir : foreign;
        // A write of the start itself would be judged by what the start had read before.
        dir.misdirect(name -> false, null);
        if (damaged && model.lies() == DiskModel.Lie.ROT_TAKEN_FOR_TORN) cutSilently();
        storage = new TimedStorage(this, model, random.split(), queue, used, id, members);
        return storage;
    }

    Ledger ledger() {
        return ledger;
    }

    Owner owner() {
        return owner;
    }

    /** The faults of the disk; {@link #changed} follows a change. */
    DiskFaults faults() {
        return faults;
    }

    /** Whether all that had been durable is there, and what becomes durable next will be. */
    boolean isSound() {
        return !damaged && foreign == null && !faults.nextWriteGoesAstray;
    }

    /** Whether a process may end, or not start, because of it. */
    boolean isToBlame() {
        return damaged || foreign != null || faults.full || hasReportedError();
    }

    /** Why the last start was refused for good, or {@code null}. */
    String refusal() {
        return refusal;
    }

    boolean lost() {
        return lost;
    }

    /** The open votes that were there before a person has cut or removed something. */
    List<VoteRecord> votesBefore() {
        return votesBefore;
    }

    /** How much of a snapshot that is being transferred has arrived, in bytes. */
    long transferredBytes() {
        return storage == null ? 0 : storage.transferredBytes();
    }

    /** Crashes so far that lost something that was not durable. */
    int tailsLost() {
        return tailsLost;
    }

    /** Unfinished writes that starts have cut. */
    int tornTails() {
        return tornTails;
    }

    /** Damages for which a start was refused. */
    int refusals() {
        return refusals;
    }

    /** Damaged snapshots that starts could do without. */
    int fallbacks() {
        return fallbacks;
    }

    // Faults

    /** {@link #faults} have changed. */
    void changed() {
        dir.fillUpAfter(faults.full ? 0 : Long.MAX_VALUE);
        dir.free(faults.full ? 0 : Long.MAX_VALUE);
        armErrors();
        if (faults.nextWriteGoesAstray)
            dir.misdirect(LogPlaces::isOfLog, new Random(random.nextLong()));
        else dir.misdirect(name -> false, null);
        if (storage != null) storage.hold(faults.held);
    }

    /** The errors that are due, and no others. */
    private void armErrors() {
        dir.failNothing();
        if (faults.nextSyncFails) dir.failForce(1);
        if (faults.nextNameSyncFails) dir.failNameSync();
        if (faults.nextReadFails) dir.failRead();
    }

    /** A look of the simulator's at the directory: the errors are left for the storage. */
    private interface Look<T> {
        T at(FaultyDirectory dir) throws IOException;
    }

    private <T> T look(Look<T> look) throws IOException {
        dir.failNothing();
        try {
            return look.at(dir);
        } finally {
            armErrors();
        }
    }

    /** While held, no sync ends. */
    void hold(boolean hold) {
        faults.held = hold;
        if (storage != null) storage.hold(hold);
    }

    void heal() {
        faults.heal();
        changed();
    }

    /** Something that was durable is no longer readable. */
    void rot(boolean unnoticed) {
        String name =
                unnoticed
                        ? null
                        : switch (random.below(6)) {
                            case 0 -> LogPlaces.state();
                            case 1, 2 -> newestSnapshot();
                            default -> null;
                        };
        if (name == null) rotLog();
        else if (dir.exists(name) && dir.length(name) > 0) {
            dir.rot(name, random.below(dir.length(name)));
            damaged = true;
        }
    }

    private String newestSnapshot() {
        try {
            return look(LogPlaces::newestSnapshot);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** An entry of the log, or a vote, is no longer readable. @return whether there is one of which a start knows that it was durable */
    boolean rotLog() {
        List<LogPlaces.Place> places;
        boolean proven;
        try {
            places = look(LogPlaces::provenDurable);
            proven = LogPlaces.provenDurable(dir.durable()).containsAll(places);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        if (places.isEmpty()) return false;
        int last = places.size() - 1;
        LogPlaces.Place place =
                places.get(random.chance(ROT_AT_THE_END) ? last : random.below(last + 1));
        if (!dir.exists(place.file())) return false;
        dir.rot(place.file(), place.offset() + random.below(place.bytes()));
        damaged = true;
        // A mark that is not durable may go with the power.
        damagedUnseen |= !proven;
        return true;
    }

    /** The log was cut: the mark that proves damage durable may have gone with it. */
    void truncated() {
        damagedUnseen |= damaged;
    }

    /** After a step of the storage. */
    void looked() {
        if (dir.writesAstray() == writesAstray) return;
        writesAstray = dir.writesAstray();
        faults.nextWriteGoesAstray = false;
        damaged = true;
        // A write that is missing at the end looks as if it had never been made.
        damagedUnseen = true;
        // That a person will have to cut is certain; a server that never starts again is counted as
        // it is.
        lost = true;
        owner.saw(CommonGoal.WRITES_MISDIRECTED);
    }

    /** Another server's, or another ensemble's, is in the place of this one. */
    void swap(Drive other) {
        // One without an identity would pass for that of a new server.
        if (other != null && other.dir.exists(LogPlaces.identity())) {
            foreign = other.dir.copy();
            return;
        }
        foreign = emptyDirectory();
        int[] others = members.voterIds();
        others[others.length - 1] += 1;
        StorageSteps theirs =
                new StorageSteps(
                        foreign,
                        id,
                        Membership.of(others, new int[0]),
                        model.limits(),
                        note -> {},
                        side -> {});
        try {
            theirs.storage().recover(new QuietCompletions());
            theirs.storage().close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    // Death and start

    /** The process has died: a part of what was not durable is kept. */
    void crash(Loss loss) {
        boolean interrupts = model.tears() && random.chance(INTERRUPTED);
        if (storage != null) storage.die(interrupts ? random : null);
        looked();
        if (model.durability() == Durability.MEMORY) {
            forget();
            return;
        }
        if (!losesPower(loss)) {
            if (dir.hasDropped()) dir.evict(new Random(random.nextLong()));
            dir.restartProcess();
            return;
        }
        FaultyDirectory.Left left = FaultyDirectory.Left.FIRST_CHANGES;
        if (loss == Loss.EVERYTHING_UNSYNCED) left = FaultyDirectory.Left.NOTHING;
        else if (model.tears()) left = FaultyDirectory.Left.ANY_SECTORS;
        replaceBy(dir.afterPowerCut(left, new Random(random.nextLong())));
    }

    private boolean losesPower(Loss loss) {
        if (model.durability() != Durability.FSYNC) return false;
        if (model.lies() == DiskModel.Lie.NEVER_SYNCED) return loss == Loss.POWER;
        return model.losesTail() && (loss != Loss.PROCESS || random.chance(POWER_LOST));
    }

    private void replaceBy(FaultyDirectory after) {
        dir = after;
        forcesFailed = 0;
        readsFailed = 0;
        writesAstray = 0;
        changed();
    }

    void noted(String note) {
        if (note.startsWith(CUT_NOTE)) tornTails++;
        if (note.startsWith(ASIDE_NOTE)) fallbacks++;
    }

    /** A start has found this; all of it counts from now on. */
    void recovered(Recovered found) throws IOException {
        refusal = null;
        changed();
        countErrors();
        LogRecord log = read(found);
        Entry stranger = ledger.stranger(log);
        if (stranger != null && !damaged)
            owner.breach("the storage holds an entry that the node never appended: " + stranger);
        List<VoteRecord> before = ledger.durable().votes();
        Ledger.Found what = ledger.recovered(found, log);
        if (what == Ledger.Found.ALL_THAT_WAS_DURABLE) tailsLost++;
        boolean unseen = what == Ledger.Found.LESS && !cut && damagedUnseen;
        if (what == Ledger.Found.LESS && !cut && !damagedUnseen)
            owner.breach("the storage has lost what was durable: " + ledger + ", found " + found);
        cut = false;
        cutUnseen |= unseen;
        damaged = cutUnseen;
        damagedUnseen = false;
        if (unseen) {
            votesBefore.addAll(before);
            lost = true;
            owner.saw(CommonGoal.DAMAGE_THAT_LOOKS_UNFINISHED);
        }
        if (!cutUnseen) return;
        refusal = "what was durable is missing, and no start can tell";
        throw new IOException(refusal);
    }

    private LogRecord read(Recovered found) throws IOException {
        LogRecord log = new LogRecord(found.logAfter(), found.snapshot().zxid());
        look(in -> LogInspector.dump(in, into(log)));
        for (VoteRecord vote : found.votes())
            if (log.voteOf(vote.slot()) == null)
                log.vote(new LogRecord.Vote(vote.slot(), 0, vote.bytes()));
        return log;
    }

    /** A reader of a directory that adds to that log what comes after its beginning. */
    private static LogInspector.Content into(LogRecord log) {
        return new LogInspector.Content() {
            @Override
            public void entry(Entry entry) {
                if (entry.zxid() > log.after()) log.append(entry);
            }

            @Override
            public void vote(VoteRecord vote, long openFrom) {
                log.vote(new LogRecord.Vote(vote.slot(), openFrom, vote.bytes()));
            }
        };
    }

    /** A start has found that it must not use what is there, or could not. */
    void refused(IOException cause) {
        if (faults.full) {
            owner.saw(CommonGoal.WRITES_REFUSED_BY_A_FULL_DISK);
            return;
        }
        if (hasReportedError()) {
            countErrors();
            return;
        }
        refusal = cause.getMessage();
        refusals++;
        owner.saw(
                foreign != null
                        ? CommonGoal.STARTS_REFUSED_WITH_FOREIGN_STORAGE
                        : CommonGoal.STARTS_REFUSED_FOR_DAMAGE);
        if (isSound()) owner.breach("a storage is refused that nothing has damaged: " + cause);
    }

    /** The storage of the process has failed. */
    void failed(IOException cause) {
        looked();
        boolean deserved = isToBlame();
        if (cause instanceof CorruptLogException && damaged) owner.saw(CommonGoal.DAMAGED_ENTRIES_READ);
        else if (hasReportedError()) countErrors();
        else if (faults.full) owner.saw(CommonGoal.WRITES_REFUSED_BY_A_FULL_DISK);
        owner.failed(cause, deserved);
    }

    private boolean hasReportedError() {
        return dir.forcesFailed() > forcesFailed || dir.readsFailed() > readsFailed;
    }

    private void countErrors() {
        if (!hasReportedError()) return;
        if (dir.forcesFailed() > forcesFailed) owner.saw(CommonGoal.SYNCS_FAILED);
        if (dir.readsFailed() > readsFailed) owner.saw(CommonGoal.READS_FAILED);
        forcesFailed = dir.forcesFailed();
        readsFailed = dir.readsFailed();
        faults.errorReported();
    }

    /** The disk reports an error: the storage of the process fails. */
    void fail(String why) {
        if (storage != null) storage.fail(new IOException(why));
    }

    // The work of a person

    /**
     * A person repairs a storage that is refused: brings the right one back; cuts the log where it is damaged, if that is
     * enough and {@code cuts}; or removes everything.
     */
    void mend(boolean cuts) {
        boolean wasForeign = foreign != null;
        foreign = null;
        refusal = null;
        if (wasForeign && !damaged) return;
        if (cuts && cutLog()) {
            owner.saw(CommonGoal.LOGS_CUT_BY_HAND);
        } else {
            owner.saw(CommonGoal.STORAGES_REPLACED_BY_HAND);
            replace();
        }
    }

    /** A person cuts the log where it is damaged. @return whether there was anything to damage */
    boolean loseTail() {
        return rotLog() && cutLog();
    }

    private boolean cutLog() {
        try {
            LogInspector.Repair repair = look(in -> LogInspector.repair(in, true));
            if (repair.file() == null || repair.torn()) return false;
            loses();
            LogRecord before = ledger.durable();
            LogRecord log = new LogRecord(before.after(), before.snapshotZxid());
            look(in -> LogInspector.dump(in, into(log)));
            ledger.begin(log);
            cut = true;
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Only a broken driver does so. */
    private void cutSilently() {
        try {
            look(in -> LogInspector.repair(in, true));
        } catch (IOException e) {
            return;
        }
        dir.remove(LogPlaces.repaired());
    }

    /** Everything is gone, for good. */
    void replace() {
        if (storage != null) storage.die(null);
        loses();
        forget();
    }

    private void loses() {
        votesBefore.addAll(ledger.durable().votes());
        lost = true;
    }

    private void forget() {
        foreign = null;
        damaged = false;
        damagedUnseen = false;
        cutUnseen = false;
        cut = false;
        refusal = null;
        ledger.forget();
        replaceBy(emptyDirectory());
    }
}
