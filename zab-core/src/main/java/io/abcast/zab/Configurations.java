package io.abcast.zab;

import io.abcast.kernel.Entry;
import io.abcast.kernel.Membership;
import io.abcast.kernel.Reconfiguration;
import io.abcast.kernel.Zxid;
import java.util.ArrayList;
import java.util.List;

/**
 * The ensemble of voters and observers according to this member's history: that of the newest snapshot (without a
 * snapshot, the founding ensemble), modified by each change in the log. A change that is not known to be committed is
 * pending, and the ensemble before the change stays in effect.
 *
 * <p>A member never stores the ensemble separately from its history; otherwise, members that crash during a
 * synchronisation could elect a leader in an old ensemble.
 *
 * <p>A member knows that a change is committed in one of four cases:
 *
 * <ul>
 *   <li>The leader announces that the change is committed.
 *   <li>A further entry follows the change of the ensemble in the log. A new leader whose history ends with a change
 *       proposes no entry until a quorum of the changed ensemble holds the change.
 *   <li>Another member reports that the change of the ensemble is committed.
 *   <li>This member already knew before its restart that the change was committed ({@link EpochState#configuration}).
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

    private Configuration base;

    /**
     * The changes of the ensemble in the log after the newest snapshot, in ascending order of zxid; only the last can
     * be pending (not known to be committed).
     */
    private final List<Change> changes = new ArrayList<>();

    /** All changes of the ensemble up to this zxid are known to be committed. */
    private long settled = Zxid.NONE;

    Configurations(Membership initial) {
        this.initial = new Configuration(Zxid.NONE, initial);
        base = this.initial;
    }

    /**
     * @param note the encoded ensemble, which was stored as a note with the newest snapshot.
     * @param known zxid of the last change of the ensemble that this member knew to be committed before its restart
     */
    void recover(byte[] note, List<Entry> memberships, long last, long known) {
        base = read(note);
        settled = base.zxid();
        for (Entry entry : memberships) if (entry.zxid() > base.zxid()) logged(entry);
        if (pending() != null && last > lastChange().zxid()) settled = lastChange().zxid();
        learn(known);
    }

    Configuration current() {
        return asOf(settled);
    }

    Reconfiguration pending() {
        return changes.isEmpty() || lastChange().zxid() <= settled ? null : lastChange().step();
    }

    long pendingZxid() {
        return pending() == null ? Zxid.NONE : lastChange().zxid();
    }

    byte[] note() {
        return note(base);
    }

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

    void appended(Entry entry) {
        if (entry.isMembership()) logged(entry);
        else if (pending() != null) settled = lastChange().zxid();
    }

    private void logged(Entry entry) {
        Reconfiguration step = Reconfiguration.decode(entry.payload());
        // This member may have joined later, with other founders in its settings; the first change
        // of the ensemble in the log names the actual founders.
        if (changes.isEmpty() && base.zxid() == Zxid.NONE)
            base = new Configuration(Zxid.NONE, step.before());
        if (pending() != null) settled = lastChange().zxid();
        changes.add(new Change(step, new Configuration(entry.zxid(), step.now())));
    }

    void committed(long zxid) {
        if (pending() != null && lastChange().zxid() <= zxid) settled = lastChange().zxid();
    }

    void learn(long zxid) {
        if (zxid != Zxid.NONE && pendingZxid() == zxid) settled = zxid;
    }

    void truncated(long zxid) {
        while (!changes.isEmpty() && lastChange().zxid() > zxid) changes.remove(changes.size() - 1);
    }

    void snapshotTaken(long zxid) {
        base = asOf(zxid);
        changes.removeIf(change -> change.zxid() <= zxid);
        settled = Math.max(settled, base.zxid());
    }

    void installed(byte[] note) {
        base = read(note);
        changes.clear();
        settled = base.zxid();
    }
}
