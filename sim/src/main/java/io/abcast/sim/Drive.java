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

/** The simulated disk of one server. All successive processes of a server use the same disk. */
final class Drive {
    interface Owner {
        void durable(Entry entry);

        /** {@code deserved} is true if a simulated fault of the disk explains the failure. */
        void failed(IOException cause, boolean deserved);

        void hasRoom();

        void saw(CommonGoal sight);

        void breach(String what);
    }

    enum Loss {
        PROCESS,
        /** A power failure also loses data that a broken driver had left in a cache. */
        POWER,
        EVERYTHING_UNSYNCED
    }

    private static final double POWER_LOST = 0.7;

    private static final double INTERRUPTED = 0.5;

    private static final double ROT_AT_THE_END = 0.5;

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

    private TimedStorage storage;

    /**
     * Directory that the server uses instead of {@link #dir} after the operator has swapped directories; {@code null}
     * without a swap.
     */
    private FaultyDirectory foreign;

    private boolean damaged;

    /** Whether the simulator has damaged durable data in a way that the next start of the server may not detect. */
    private boolean damagedUnseen;

    /**
     * Whether a start missed lost data; the simulated server then refuses to start until the operator has replaced its
     * storage.
     */
    private boolean cutUnseen;

    private boolean cut;

    private boolean lost;

    /**
     * Reason for which the server's last start was refused permanently; {@code null} if the last start was not refused.
     */
    private String refusal;

    private final List<VoteRecord> votesBefore = new ArrayList<>();

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
     * Creates a disk for another process, with at least the durable data if {@code keepsContent} is true, otherwise
     * empty.
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

    void ownedBy(Owner other) {
        owner = other;
    }

    private FaultyDirectory emptyDirectory() {
        return new FaultyDirectory(model.lies().onDisk());
    }

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

    /** The caller must call {@link #changed} after it has changed the faults of the disk. */
    DiskFaults faults() {
        return faults;
    }

    boolean isSound() {
        return !damaged && foreign == null && !faults.nextWriteGoesAstray;
    }

    boolean isToBlame() {
        return damaged || foreign != null || faults.full || hasReportedError();
    }

    String refusal() {
        return refusal;
    }

    boolean lost() {
        return lost;
    }

    List<VoteRecord> votesBefore() {
        return votesBefore;
    }

    long transferredBytes() {
        return storage == null ? 0 : storage.transferredBytes();
    }

    int tailsLost() {
        return tailsLost;
    }

    int tornTails() {
        return tornTails;
    }

    int refusals() {
        return refusals;
    }

    int fallbacks() {
        return fallbacks;
    }

    void changed() {
        dir.fillUpAfter(faults.full ? 0 : Long.MAX_VALUE);
        dir.free(faults.full ? 0 : Long.MAX_VALUE);
        armErrors();
        if (faults.nextWriteGoesAstray)
            dir.misdirect(LogPlaces::isOfLog, new Random(random.nextLong()));
        else dir.misdirect(name -> false, null);
        if (storage != null) storage.hold(faults.held);
    }

    private void armErrors() {
        dir.failNothing();
        if (faults.nextSyncFails) dir.failForce(1);
        if (faults.nextNameSyncFails) dir.failNameSync();
        if (faults.nextReadFails) dir.failRead();
    }

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

    void hold(boolean hold) {
        faults.held = hold;
        if (storage != null) storage.hold(hold);
    }

    void heal() {
        faults.heal();
        changed();
    }

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

    /** Returns false if the log has no entry or vote that a start can know to be durable. */
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
     * The cut may remove the log's proof that damaged data was durable, so the next start may not detect the damage.
     */
    void truncated() {
        damagedUnseen |= damaged;
    }

    void looked() {
        if (dir.writesAstray() == writesAstray) return;
        writesAstray = dir.writesAstray();
        faults.nextWriteGoesAstray = false;
        damaged = true;
        // If the misdirected write was the last write of the log, the next start cannot detect that
        // the write is missing.
        damagedUnseen = true;
        // Record the loss by the operator's later cut now, because the server may never start again
        // in this run.
        lost = true;
        owner.saw(CommonGoal.WRITES_MISDIRECTED);
    }

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

    /** After the call, all data that the start has found counts as durable. */
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
        // After a silent loss the server refuses every start, so that a later start may find less
        // data than the ledger requires.
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

    void fail(String why) {
        if (storage != null) storage.fail(new IOException(why));
    }

    /**
     * Repairs the storage so that the member can start: puts back the member's own directory if another one was
     * mounted; otherwise cuts a damaged end of the log if {@code cuts} is true; otherwise removes all data.
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

    /** Returns false if the log had no data that could be damaged. */
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

    private void cutSilently() {
        try {
            look(in -> LogInspector.repair(in, true));
        } catch (IOException e) {
            return;
        }
        dir.remove(LogPlaces.repaired());
    }

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
