package io.abcast.zab;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Reconfiguration;
import io.abcast.kernel.Zxid;
import java.util.ArrayList;
import java.util.List;

/**
 * The ensemble as this member's history has it: the one of its snapshot, or the one it began with, as the changes in the log
 * make it. A change holds once it is known to be committed; until then the ensemble before it does, and the change is pending.
 *
 * <p>Never a thing of its own beside the history: a member whose log was cut, or replaced by a snapshot, has the ensemble of what
 * it holds then. Otherwise members of an ensemble that was replaced long ago could, after a crash in the middle of a
 * synchronisation, elect one of themselves by the ensemble they remember.
 *
 * <p>That a change is committed shows in one of four ways: the leader says so; an entry follows it, because a leader whose
 * history ends with a change proposes nothing before its successors hold that; somebody who knows names it; this member knew
 * before it was restarted ({@link EpochState#configuration}).
 */
final class Configurations {
    private record Change(Reconfiguration step, Configuration made) {
        long zxid() {
            return made.zxid();
        }
    }

    private static final byte[] NO_NOTE = new byte[0];

    private final Configuration initial;

    /** As of the newest snapshot. */
    private Configuration base;

    /** The changes in the log after that, ascending. Only the last can be pending. */
    private final List<Change> changes = new ArrayList<>();

    /** Every change up to this zxid is known to be committed. */
    private long settled = Zxid.NONE;

    Configurations(Membership initial) {
        this.initial = new Configuration(Zxid.NONE, initial);
        base = this.initial;
    }

    /**
     * @param note the snapshot's
     * @param memberships the log's entries that change the ensemble
     * @param last the end of the history
     * @param known the last change that was known to be committed
     */
    void recover(byte[] note, List<Entry> memberships, long last, long known) {
        base = read(note);
        settled = base.zxid();
        for (Entry entry : memberships) if (entry.zxid() > base.zxid()) logged(entry);
        if (pending() != null && last > lastChange().zxid()) settled = lastChange().zxid();
        learn(known);
    }

    /** The ensemble that holds. */
    Configuration current() {
        return asOf(settled);
    }

    /** The change that is not known to be committed, or null. */
    Reconfiguration pending() {
        return changes.isEmpty() || lastChange().zxid() <= settled ? null : lastChange().step();
    }

    /** Its zxid; {@link Zxid#NONE} if there is none. */
    long pendingZxid() {
        return pending() == null ? Zxid.NONE : lastChange().zxid();
    }

    /** What stands beside the youngest snapshot; as {@link Effects#takeSnapshot} wants it. */
    byte[] note() {
        return note(base);
    }

    /** What is to stand beside a snapshot of everything up to {@code zxid}. */
    byte[] noteAsOf(long zxid) {
        return note(asOf(zxid));
    }

    private byte[] note(Configuration configuration) {
        return configuration.equals(initial) ? NO_NOTE : configuration.encode();
    }

    private Configuration read(byte[] note) {
        return note.length == 0 ? initial : Configuration.decode(note);
    }

    private Configuration asOf(long zxid) {
        for (int i = changes.size() - 1; i >= 0; i--) {
            if (changes.get(i).zxid() <= zxid) return changes.get(i).made();
        }
        return base;
    }

    private Change lastChange() {
        return changes.get(changes.size() - 1);
    }

    // What happens to the history

    /** {@code entry} is the end of the log now. */
    void appended(Entry entry) {
        if (entry.isMembership()) logged(entry);
        else if (pending() != null) settled = lastChange().zxid();
    }

    private void logged(Entry entry) {
        Reconfiguration step = Reconfiguration.decode(entry.payload());
        // Who joins later may have been told of another beginning. The history knows.
        if (changes.isEmpty() && base.zxid() == Zxid.NONE)
            base = new Configuration(Zxid.NONE, step.before());
        if (pending() != null) settled = lastChange().zxid();
        changes.add(new Change(step, new Configuration(entry.zxid(), step.now())));
    }

    void committed(long zxid) {
        if (pending() != null && lastChange().zxid() <= zxid) settled = lastChange().zxid();
    }

    /** Somebody knows that the change at {@code zxid} is committed. */
    void learn(long zxid) {
        if (zxid != Zxid.NONE && pendingZxid() == zxid) settled = zxid;
    }

    /** The log was cut after {@code zxid}. */
    void truncated(long zxid) {
        while (!changes.isEmpty() && lastChange().zxid() > zxid) changes.remove(changes.size() - 1);
    }

    /** A snapshot of this member's own state was taken. */
    void snapshotTaken(long zxid) {
        base = asOf(zxid);
        changes.removeIf(change -> change.zxid() <= zxid);
        settled = Math.max(settled, base.zxid());
    }

    /** The history is a snapshot now, with that note. */
    void installed(byte[] note) {
        base = read(note);
        changes.clear();
        settled = base.zxid();
    }
}
