package io.abcast.zab;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Reconfiguration;
import io.abcast.kernel.Zxid;
import java.util.ArrayList;
import java.util.List;

/**
 * The ensemble according to this member's history. To get this ensemble, the changes in the log are applied to the
 * ensemble of the newest snapshot, or without a snapshot to the founding ensemble. A change takes effect once this
 * member knows that the change is committed. Until then the change is pending, and the ensemble before the change stays
 * in effect.
 *
 * <p>The ensemble is derived from the history and never stored separately. So a member whose log was cut or replaced by
 * a snapshot has the ensemble of its present history. If the ensemble were stored separately, members that crash during
 * a synchronisation could elect a leader in an old ensemble.
 *
 * <p>A member knows that a change is committed in one of four cases:
 * <ul>
 * <li>The leader announces it. <li>An entry follows the change in the log. A leader whose history ends with a change
 * proposes no entry before a quorum of the ensemble after the change holds the change.
 * <li>Another member reports that the change is committed.
 * <li>This member already knew before its restart that the change is committed ({@link EpochState#configuration}).
 * </ul>
 */
final class Configurations {
    private record Change(Reconfiguration step, Configuration made) {
        long zxid() {
            return made.zxid();
        }
    }

    private static final byte[] NO_NOTE = new byte[0];

    private final Configuration initial;

    /** The ensemble of the newest snapshot. */
    private Configuration base;

    /** The changes in the log after {@link #base}, ascending. Only the last change can be pending. */
    private final List<Change> changes = new ArrayList<>();

    /** This member knows that every change up to this zxid is committed. */
    private long settled = Zxid.NONE;

    Configurations(Membership initial) {
        this.initial = new Configuration(Zxid.NONE, initial);
        base = this.initial;
    }

    /**
     * @param note the note of the snapshot.
     * @param memberships the log's entries that change the ensemble.
     * @param last zxid of the last entry of the history.
     * @param known zxid of the last change that was known to be committed.
     */
    void recover(byte[] note, List<Entry> memberships, long last, long known) {
        base = read(note);
        settled = base.zxid();
        for (Entry entry : memberships) if (entry.zxid() > base.zxid()) logged(entry);
        if (pending() != null && last > lastChange().zxid()) settled = lastChange().zxid();
        learn(known);
    }

    /** The ensemble that is in effect. */
    Configuration current() {
        return asOf(settled);
    }

    /** The pending change, or null. */
    Reconfiguration pending() {
        return changes.isEmpty() || lastChange().zxid() <= settled ? null : lastChange().step();
    }

    /** The zxid of the pending change; {@link Zxid#NONE} if no change is pending. */
    long pendingZxid() {
        return pending() == null ? Zxid.NONE : lastChange().zxid();
    }

    /** The note of the newest snapshot, in the form that {@link io.abcast.kernel.Effects#takeSnapshot} expects. */
    byte[] note() {
        return note(base);
    }

    /** Returns the note for a snapshot of all entries up to {@code zxid}. */
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

    // Events of the history

    /** Reports that {@code entry} is now the end of the log. */
    void appended(Entry entry) {
        if (entry.isMembership()) logged(entry);
        else if (pending() != null) settled = lastChange().zxid();
    }

    private void logged(Entry entry) {
        Reconfiguration step = Reconfiguration.decode(entry.payload());
        // The settings of a member that joined later may name other founders. The history names the
        // actual founders.
        if (changes.isEmpty() && base.zxid() == Zxid.NONE)
            base = new Configuration(Zxid.NONE, step.before());
        if (pending() != null) settled = lastChange().zxid();
        changes.add(new Change(step, new Configuration(entry.zxid(), step.now())));
    }

    void committed(long zxid) {
        if (pending() != null && lastChange().zxid() <= zxid) settled = lastChange().zxid();
    }

    /** Reports that another member knows that the change at {@code zxid} is committed. */
    void learn(long zxid) {
        if (zxid != Zxid.NONE && pendingZxid() == zxid) settled = zxid;
    }

    /** Reports that the log was cut after {@code zxid}. */
    void truncated(long zxid) {
        while (!changes.isEmpty() && lastChange().zxid() > zxid) changes.remove(changes.size() - 1);
    }

    /** Reports that a snapshot of this member's own state was taken. */
    void snapshotTaken(long zxid) {
        base = asOf(zxid);
        changes.removeIf(change -> change.zxid() <= zxid);
        settled = Math.max(settled, base.zxid());
    }

    /** Reports that a snapshot with note {@code note} has replaced the history. */
    void installed(byte[] note) {
        base = read(note);
        changes.clear();
        settled = base.zxid();
    }
}
