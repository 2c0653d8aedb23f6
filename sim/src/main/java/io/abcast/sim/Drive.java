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
 * The simulated disk of one server. All successive processes of a server use the same disk. A {@code Drive} has the
 * directory of the storage, the faults of the disk, and the {@link Ledger} of the data that the disk must hold. Each
 * process of the server accesses the disk through a {@link TimedStorage}.
 */
final class Drive {
    /** The server that uses this disk. */
    interface Owner {
        void durable(Entry entry);

        /**
         * Notifies the server that its storage has failed, so that the driver of the server's process ends.
         *
         * @param deserved whether a simulated fault of the disk explains the failure
         */
        void failed(IOException cause, boolean deserved);

        /** Notifies the server that its storage can accept operations again. */
        void hasRoom();

        void saw(CommonGoal sight);

        void breach(String what);
    }

    /** Which data on the disk a crash loses. */
    enum Loss {
        /** A crash of the process loses a random part of the data that was not durable, possibly no data. */
        PROCESS,
        /**
         * A power failure loses a random part of the data that was not durable. A power failure also loses data that a
         * broken driver had left in a cache.
         */
        POWER,
        /** A crash of the process loses all data that was not durable. */
        EVERYTHING_UNSYNCED
    }

    /**
     * Probability that the crash of a process is a power failure of its machine, in a run in which a crash may lose
     * data.
     */
    private static final double POWER_LOST = 0.7;

    /**
     * Probability that a process crashes in the middle of its storage's next step, in a run in which a crash may tear a
     * write.
     */
    private static final double INTERRUPTED = 0.5;

    /** Probability that bit rot hits the last data that is known to be durable. */
    private static final double ROT_AT_THE_END = 0.5;

    /** Prefix of the text that a recovery of the storage reports if the recovery has cut an unfinished write. */
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

    /** Storage of the server's present process, or of its last process; {@code null} before the first process. */
    private TimedStorage storage;

    /**
     * Directory that the server uses instead of {@link #dir} after the operator has swapped directories; {@code null}
     * without a swap.
     */
    private FaultyDirectory foreign;

    /** Whether the simulator has damaged durable data since the server's last start. */
    private boolean damaged;

    /** Whether the simulator has damaged durable data in a way that the next start of the server may not detect. */
    private boolean damagedUnseen;

    /**
     * Whether a start of the server could not detect that durable data was missing. A real server would continue after
     * a start that did not detect missing data. After a start that missed lost data, the simulated server refuses to
     * start until the operator has replaced its storage.
     */
    private boolean cutUnseen;

    /** Whether the operator has cut the server's log since the server last started. */
    private boolean cut;

    /** Whether the operator has ever cut the server's log or removed its storage. */
    private boolean lost;

    /**
     * Reason for which the server's last start was refused permanently; {@code null} if the last start was not refused.
     */
    private String refusal;

    /** Votes of undecided slots that the server had just before each time at which the operator cut or removed data. */
    private final List<VoteRecord> votesBefore = new ArrayList<>();

    /**
     * Number of failed syncs of {@link #dir} that the coverage has counted. The next two fields count failed reads and
     * misdirected writes.
     */
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
     * Creates a separate disk for another process of the same server.
     *
     * @param keepsContent whether the new disk has a copy of at least the durable data; otherwise the new disk is empty
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

    /** Makes another server the owner of this disk. */
    void ownedBy(Owner other) {
        owner = other;
    }

    private FaultyDirectory emptyDirectory() {
        return new FaultyDirectory(model.lies().onDisk());
    }

    /** Opens the storage for a new process of the server. */
    TimedStorage open() {
        FaultyDirectory used = foreign == null ? dir : foreign;
        // A misdirected write during the start would contradict the data that the start has already
        // read.
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

    /**
     * The simulated faults of the disk. The caller must call {@link #changed} after it has changed the faults of the
     * disk.
     */
    DiskFaults faults() {
        return faults;
    }

    /** Whether the disk has all durable data and is able to make further writes durable. */
    boolean isSound() {
        return !damaged && foreign == null && !faults.nextWriteGoesAstray;
    }

    /** Whether a simulated fault of the disk explains that the server's process ends or does not start. */
    boolean isToBlame() {
        return damaged || foreign != null || faults.full || hasReportedError();
    }

    /**
     * Reason for which the server's last start was refused permanently; {@code null} if the last start was not refused.
     */
    String refusal() {
        return refusal;
    }

    boolean lost() {
        return lost;
    }

    /** Votes of undecided slots that the server had before the operator cut or removed data. */
    List<VoteRecord> votesBefore() {
        return votesBefore;
    }

    /** Number of bytes that the server has received of a snapshot in transfer. */
    long transferredBytes() {
        return storage == null ? 0 : storage.transferredBytes();
    }

    /** Number of crashes of the server so far that lost data which was not yet durable. */
    int tailsLost() {
        return tailsLost;
    }

    /** Number of unfinished writes that starts of the server have cut from the log. */
    int tornTails() {
        return tornTails;
    }

    /** Number of starts that the server refused because of damage of its storage. */
    int refusals() {
        return refusals;
    }

    /** Number of damaged snapshots that the server did not need for its start. */
    int fallbacks() {
        return fallbacks;
    }

    // The following methods inject faults of the disk.

    /** Applies the changes that a caller has made in {@link #faults}. */
    void changed() {
        dir.fillUpAfter(faults.full ? 0 : Long.MAX_VALUE);
        dir.free(faults.full ? 0 : Long.MAX_VALUE);
        armErrors();
        if (faults.nextWriteGoesAstray)
            dir.misdirect(LogPlaces::isOfLog, new Random(random.nextLong()));
        else dir.misdirect(name -> false, null);
        if (storage != null) storage.hold(faults.held);
    }

    /** Makes {@link #dir} report exactly the I/O errors that {@link #faults} requires. */
    private void armErrors() {
        dir.failNothing();
        if (faults.nextSyncFails) dir.failForce(1);
        if (faults.nextNameSyncFails) dir.failNameSync();
        if (faults.nextReadFails) dir.failRead();
    }

    /**
     * An access of the simulator, and not of the server, to the storage directory. The simulator's own access does not
     * trigger the I/O errors that are prepared for the server.
     */
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

    /** Holds (true) or releases (false) the disk. While the disk is held, no sync completes. */
    void hold(boolean hold) {
        faults.held = hold;
        if (storage != null) storage.hold(hold);
    }

    void heal() {
        faults.heal();
        changed();
    }

    /** Makes some durable data on the disk unreadable. */
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

    /**
     * Makes one entry of the log or one vote unreadable.
     *
     * @return whether the log had an entry or a vote that a start can know to be durable
     */
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
        // The log's proof that the damaged data was durable is itself not durable, so a power
        // failure may remove it.
        damagedUnseen |= !proven;
        return true;
    }

    /**
     * Records that the operator has cut the log. The cut may have removed the log's proof that damaged data was
     * durable, so that the next start may not detect the damage.
     */
    void truncated() {
        damagedUnseen |= damaged;
    }

    /** Checks the disk after each step of the server's storage. */
    void looked() {
        if (dir.writesAstray() == writesAstray) return;
        writesAstray = dir.writesAstray();
        faults.nextWriteGoesAstray = false;
        damaged = true;
        // A disk has misdirected a write. If the misdirected write was the last write of the log,
        // the next start cannot detect that the write is missing.
        damagedUnseen = true;
        // The operator will have to cut the damaged log before the server can start. Record the
        // loss by the operator's cut now, because the server may never start again in this run.
        lost = true;
        owner.saw(CommonGoal.WRITES_MISDIRECTED);
    }

    /** Replaces the server's directory by the directory of another server or of another ensemble. */
    void swap(Drive other) {
        // A directory without an identity file would look like the directory of a new server.
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

    // The following methods handle crashes and starts of the server's process.

    /** Applies a crash to the disk: depending on {@code loss}, a random part of the data that was not durable stays. */
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

    /**
     * Compares the data that a start of the server has found with the ledger of the data that must be on the disk.
     * After this comparison with the ledger, all data that the start has found counts as durable.
     */
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
        // After a silent loss, the server refuses every start and never acts on the data that it
        // finds. After a silent loss of data, a later start may therefore find less data than the
        // ledger requires, without a violation.
        if (what == Ledger.Found.LESS && !cut && !damagedUnseen && !cutUnseen)
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

    /** Returns a visitor that copies the entries and votes of an inspected directory into {@code log}. */
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

    /** Records that a start of the server has refused the storage, or could not read the storage. */
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

    /** Records that the storage of the server's present process has failed. */
    void failed(IOException cause) {
        looked();
        boolean deserved = isToBlame();
        if (cause instanceof CorruptLogException && damaged)
            owner.saw(CommonGoal.DAMAGED_ENTRIES_READ);
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

    /** Lets the disk report an error, so that the storage of the process fails. */
    void fail(String why) {
        if (storage != null) storage.fail(new IOException(why));
    }

    // The following methods are actions of the operator on the disk.

    /**
     * Acts for an operator who repairs a storage that the server has refused. If the server uses the directory of
     * another server or ensemble, the operator restores the right directory. If the server uses its own directory, the
     * operator cuts the log at the damage, provided that {@code cuts} is true and a cut suffices. If a cut is not
     * allowed or does not suffice, the operator removes all data of the server.
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

    /**
     * Damages the log and cuts the log at the damage, as an operator does.
     *
     * @return whether the log of the server had data that could be damaged
     */
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

    /** Cuts a damaged log without a report, as only a defective driver does. */
    private void cutSilently() {
        try {
            look(in -> LogInspector.repair(in, true));
        } catch (IOException e) {
            return;
        }
        dir.remove(LogPlaces.repaired());
    }

    /** Removes all data of the disk permanently. */
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
