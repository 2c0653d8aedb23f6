package io.abcast.sim;

import io.abcast.kernel.Entry;
import io.abcast.kernel.VoteRecord;
import io.abcast.kernel.Zxid;
import io.abcast.sim.LogImage.Stored;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What of one member's storage outlives its process: a log, snapshots and the small state; and what is wrong with them.
 * Recovery judges as the real one does (the kernel's DamageTest): what a crash left of an unfinished write is cut; damage to
 * what had been durable, which marks in the log tell apart, refuses to start, unless it is a snapshot that the log can do
 * without; so does a storage that is not this member's. Then a person repairs the log by cutting it, or removes everything, or
 * brings the right storage back.
 */
final class Platter {
    private LogImage image = new LogImage();
    private byte[] state;

    /** Readable entries behind the first unreadable one of a write that a crash interrupted; {@code null}: there is none. */
    private List<Entry> unfinished;

    /** Entries that have rotted, were overwritten, or were written elsewhere. */
    private final TreeSet<Long> damaged = new TreeSet<>();

    /** Slots whose votes have rotted, or were written elsewhere, and the last entry before each. */
    private final TreeMap<Long, Long> damagedVotes = new TreeMap<>();

    private boolean rottenState;

    /** The damaged snapshot; {@code null}: there is none. */
    private Stored rottenSnapshot;

    /** Somebody else's, in the place of this one; {@code null}: there is none. */
    private Foreign foreign;

    /** Whether the log was cut by hand, and no state that knows of it is durable yet. */
    private boolean repaired;

    /** Whether a person has cut or removed anything, ever. */
    private boolean lost;

    /** The open votes of the times at which a person has cut or removed something. */
    private final List<VoteRecord> votesBefore = new ArrayList<>();

    private int tornTails;
    private int refusals;
    private int fallbacks;

    /** A storage that is not this member's. */
    private record Foreign(LogImage image, byte[] state) {}

    LogImage image() {
        return image;
    }

    byte[] state() {
        return state;
    }

    void state(byte[] content) {
        state = content;
        repaired = false;
        rottenState = false;
    }

    boolean repaired() {
        return repaired;
    }

    boolean lost() {
        return lost;
    }

    /** The open votes that were there before a person has cut or removed something. */
    List<VoteRecord> votesBefore() {
        return votesBefore;
    }

    /** Unfinished writes that recovery has cut. */
    int tornTails() {
        return tornTails;
    }

    /** Damages for which recovery has refused. */
    int refusals() {
        return refusals;
    }

    /** Damaged snapshots that recovery could do without. */
    int fallbacks() {
        return fallbacks;
    }

    // Writes

    void truncate(long lastZxid) {
        image.truncate(lastZxid);
        damaged.tailSet(lastZxid, false).clear();
    }

    /** The newest record of a slot replaces a damaged one, which still lies in the log. */
    void vote(LogOperation.Vote vote) {
        image.vote(vote);
    }

    void install(Stored snapshot) {
        image.install(snapshot);
        damaged.clear();
        damagedVotes.clear();
        rottenSnapshot = null;
    }

    void purge(long through) {
        image.purge(through);
        damaged.headSet(image.logAfter(), true).clear();
    }

    /** This entry is written over another one. @return whether there is one; otherwise nothing has happened */
    boolean misdirect(Entry entry, Rng random, DiskModel.Lie lie) {
        List<Entry> log = image.log();
        if (log.isEmpty() || !isLogSound()) return false;
        long victim = log.get(random.below(log.size())).zxid();
        damaged.add(victim);
        damaged.add(entry.zxid());
        // That a person will have to cut is certain; a member that never starts again is counted as
        // it is.
        lost = true;
        if (lie == DiskModel.Lie.DAMAGE_SKIPPED) image.replace(victim, entry);
        return true;
    }

    /** The newest vote was written over an entry. @return whether there is one; otherwise nothing has happened */
    boolean misdirect(LogOperation.Vote vote, Rng random) {
        List<Entry> log = image.log();
        if (log.isEmpty() || !isLogSound()) return false;
        damaged.add(log.get(random.below(log.size())).zxid());
        damagedVotes.put(vote.slot(), image.lastZxid());
        lost = true;
        return true;
    }

    private boolean isLogSound() {
        return damaged.isEmpty() && damagedVotes.isEmpty();
    }

    // What time and crashes do

    /** The crash interrupts the write of these entries: sectors arrive in any order, and the first entry's not completely. */
    void tear(List<Entry> entries, Rng random) {
        unfinished = new ArrayList<>();
        for (int i = 1; i < entries.size(); i++)
            if (random.chance(0.5)) unfinished.add(entries.get(i));
    }

    /** Something that had been durable is no longer readable. */
    void rot(Rng random) {
        switch (random.below(6)) {
            case 0 -> rottenState = state != null;
            case 1, 2 -> rottenSnapshot = image.newestSnapshot();
            default -> rotEntry(random);
        }
    }

    /** An entry of the log is no longer readable. */
    void rotEntry(Rng random) {
        int log = image.log().size();
        List<VoteRecord> votes = image.votes();
        if (!votes.isEmpty() && random.chance(0.3)) {
            long slot = votes.get(random.below(votes.size())).slot();
            damagedVotes.put(slot, image.beforeVote(slot));
            return;
        }
        if (log == 0) return;
        // The end is where a careless recovery would take it for an unfinished write.
        int at = random.chance(0.5) ? log - 1 : random.below(log);
        damaged.add(image.log().get(at).zxid());
    }

    boolean isDamaged(Entry entry) {
        return damaged.contains(entry.zxid());
    }

    /** Whether all that had been durable is there. */
    boolean isSound() {
        return isLogSound() && !rottenState && rottenSnapshot == null && foreign == null;
    }

    /** Another storage is in the place of this one. */
    void swap(LogImage otherImage, byte[] otherState) {
        foreign = new Foreign(LogImage.copyOf(otherImage), otherState);
    }

    boolean isForeign() {
        return foreign != null;
    }

    /** Goes back to what had been written by then. */
    void revert(LogImage written, byte[] writtenState) {
        image = written;
        state = writtenState;
    }

    // What a start finds, and what a person does about it

    /** @return why it is refused, or {@code null} */
    String recover(DiskModel.Lie lie) {
        if (foreign != null && lie == DiskModel.Lie.FOREIGN_ACCEPTED) {
            image = foreign.image();
            state = foreign.state();
            foreign = null;
        }
        if (unfinished != null && foreign == null) {
            tornTails++;
            if (lie == DiskModel.Lie.TORN_TAIL_KEPT) for (Entry e : unfinished) image.append(e);
            unfinished = null;
        }
        if (lie == DiskModel.Lie.ROT_TAKEN_FOR_TORN && !isLogSound()) cut();
        if (lie == DiskModel.Lie.DAMAGE_SKIPPED) skip();
        String problem = problem();
        if (problem != null) {
            refusals++;
            return problem;
        }
        if (isNewestSnapshotRotten()) {
            fallbacks++;
            image.dropNewestSnapshot();
        }
        rottenSnapshot = null;
        image.recover();
        return null;
    }

    private boolean isNewestSnapshotRotten() {
        return rottenSnapshot != null
                && image.newestSnapshot() != null
                && rottenSnapshot.id().equals(image.newestSnapshot().id());
    }

    /** Why a start is refused, or {@code null}. */
    String problem() {
        if (foreign != null) return "the storage is another member's, or of another ensemble";
        if (rottenState) return "the state is damaged";
        if (!damaged.isEmpty())
            return "entry " + Zxid.toString(damaged.first()) + " is damaged, and had been durable";
        if (!damagedVotes.isEmpty())
            return "vote in slot " + damagedVotes.firstKey() + " is damaged, and had been durable";
        if (isNewestSnapshotRotten() && !image.canDropNewestSnapshot())
            return "the newest snapshot is damaged, and the log does not reach back to an older one";
        return null;
    }

    /** A person brings the right storage back. @return whether it was that */
    boolean restore() {
        boolean was = foreign != null;
        foreign = null;
        return was;
    }

    /** A person cuts the log where it is damaged, if that is all that is wrong. @return whether it is */
    boolean repair() {
        if (rottenState || isNewestSnapshotRotten() || isLogSound()) return false;
        votesBefore.addAll(image.votes());
        cut();
        if (image.lastZxid() < image.newestSnapshotZxid()) image.recover();
        repaired = true;
        lost = true;
        return true;
    }

    private void cut() {
        long last = image.lastZxid();
        if (!damaged.isEmpty()) last = damaged.first() - 1;
        for (long after : damagedVotes.values()) last = Math.min(last, after);
        image.truncate(last);
        image.dropVotesAfter(Math.min(last, image.lastZxid()));
        damaged.clear();
        damagedVotes.clear();
    }

    private void skip() {
        for (long zxid : damaged) image.remove(zxid);
        damaged.clear();
        damagedVotes.clear();
    }

    /** Nothing is left: the storage of a new member. */
    void wipe() {
        votesBefore.addAll(image.votes());
        image = new LogImage();
        state = null;
        unfinished = null;
        damaged.clear();
        damagedVotes.clear();
        rottenState = false;
        rottenSnapshot = null;
        foreign = null;
        repaired = false;
        lost = true;
    }
}
