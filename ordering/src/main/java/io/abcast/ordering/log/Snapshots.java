package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Effects;
import io.abcast.kernel.HeldSnapshot;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.WireWriter;
import io.abcast.kernel.Zxid;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * The snapshots of one member: when they are taken, which of them other members may fetch, and how much of the log is
 * kept.
 *
 * <p><b>When.</b> The order determines the slots of snapshots: a snapshot is due when the cumulative bytes of the
 * entries pass a multiple of {@link LogConfig#snapshotEveryBytes}. If the state is large, it must not be written again
 * after few entries. Therefore the distance between snapshots is doubled until it is at least half the size of a
 * snapshot: only every second, fourth, eighth, ... multiple counts. Members whose states have equal sizes take
 * snapshots at the same slots.
 *
 * <p><b>Which.</b> Without proofs, this member offers its newest snapshot, and keeps the log after the snapshot before
 * it. With proofs (members may lie), it offers the newest <em>proven</em> snapshot. This snapshot and the log after it
 * are kept until a newer snapshot is proven.
 */
public final class Snapshots {
    /** Number of snapshots that the storage keeps in addition to the proven one. */
    private static final int NEWEST = 2;

    /**
     * A snapshot that this member holds.
     *
     * @param slot the last slot whose effect the snapshot contains
     * @param content the digest of the snapshot's content; {@code null} if the protocol has no proofs
     */
    public record Own(SnapshotId id, byte[] note, long slot, Digest content) {
        /** The digest that members sign in their claims for this snapshot. */
        Digest digest() {
            return Snapshots.digest(id, note, content);
        }
    }

    private static final Own NONE = new Own(SnapshotId.EMPTY, new byte[0], 0, null);

    private final Effects effects;
    private final LogConfig config;
    private boolean proofs;

    /**
     * The kept snapshots, in ascending order of slots: the {@link #NEWEST} newest snapshots, and the proven snapshot.
     */
    private final List<Own> held = new ArrayList<>();

    private Own proven = NONE;

    /** The note of the snapshot that is being taken; {@code null} if no snapshot is being taken. */
    private byte[] taking;

    private long takingSlot;
    private long takingZxid;

    /** Zxid after which the log holds every entry. */
    private long logAfter;

    public Snapshots(Effects effects, LogConfig config) {
        this.effects = effects;
        this.config = config;
    }

    /**
     * Returns the digest that members sign in their claims for a snapshot. The digest covers the snapshot's id, note
     * and content.
     */
    static Digest digest(SnapshotId id, byte[] note, Digest content) {
        WireWriter out = new WireWriter(64 + note.length);
        out.i64(id.zxid()).i64(id.bytes()).i32(id.crc());
        return Digest.of(content.write(out).bytes(note).toByteArray());
    }

    /**
     * Restores the snapshots of an earlier run.
     *
     * @param withProofs whether snapshots count only when they are proven
     * @param slotOf the last slot whose effect a snapshot with that note contains
     */
    public void recover(Recovered recovered, boolean withProofs, ToLongFunction<byte[]> slotOf) {
        proofs = withProofs;
        logAfter = recovered.logAfter();
        if (!proofs) {
            long slot = slotOf.applyAsLong(recovered.note());
            held.add(new Own(recovered.snapshot(), recovered.note(), slot, null));
            return;
        }
        for (HeldSnapshot one : recovered.held())
            if (one.content() != null)
                held.add(
                        new Own(
                                one.id(),
                                one.note(),
                                slotOf.applyAsLong(one.note()),
                                one.content()));
    }

    /** See {@link LogNode#visitQueues}. */
    public void visitQueues(QueueVisitor to) {
        to.queue("snapshots", held.size(), NEWEST + 1);
    }

    /** All snapshots that this member holds, in ascending order of slots. */
    List<Own> held() {
        return List.copyOf(held);
    }

    public boolean holds(SnapshotId id) {
        for (Own own : held) if (own.id().equals(id)) return true;
        return false;
    }

    public long logAfter() {
        return logAfter;
    }

    public SnapshotId newest() {
        return last().id();
    }

    private Own last() {
        return held.isEmpty() ? NONE : held.get(held.size() - 1);
    }

    /** The snapshot that other members may fetch; {@code null} if there is no such snapshot. */
    public Own offered() {
        Own offered = proofs ? proven : last();
        return offered.id().equals(SnapshotId.EMPTY) ? null : offered;
    }

    /**
     * Takes a snapshot if the slot that has taken effect requires one. Snapshots are taken only at the end of a slot.
     *
     * @param bytesBefore bytes of all entries before the slot.
     * @param bytes bytes of all entries including those of the slot.
     * @param zxid the last entry.
     * @param note returns the note for the snapshot.
     */
    public void onSlot(long bytesBefore, long bytes, long slot, long zxid, Supplier<byte[]> note) {
        long step = step();
        if (bytesBefore / step != bytes / step) take(slot, zxid, note);
    }

    /** Takes a snapshot now, unless one is being taken. The parameters are those of {@link #onSlot}. */
    public void take(long slot, long zxid, Supplier<byte[]> note) {
        if (taking != null) return;
        taking = note.get();
        takingSlot = slot;
        takingZxid = zxid;
        effects.takeSnapshot(zxid, taking, proofs);
    }

    private long step() {
        long step = config.snapshotEveryBytes();
        while (step < last().id().bytes() / 2) step <<= 1;
        return step;
    }

    /**
     * Handles the answer of the storage to the request for a snapshot.
     *
     * @return the snapshot, if it was taken and is the newest; otherwise {@code null}
     */
    public Own onTaken(SnapshotId id, Digest content) {
        byte[] note = taking;
        if (id != null && id.zxid() != takingZxid) return null;
        taking = null;
        if (id == null || note == null || id.zxid() <= last().id().zxid()) return null;
        Own taken = new Own(id, note, takingSlot, content);
        if (!proofs) purge(last());
        held.add(taken);
        for (int i = 0; i < held.size() - NEWEST; )
            if (held.get(i).slot() == proven.slot()) i++;
            else held.remove(i);
        return taken;
    }

    private void purge(Own through) {
        if (through.id().zxid() <= logAfter) return;
        effects.purgeLog(through.id().zxid());
        logAfter = through.id().zxid();
    }

    /**
     * Handles a proof of a snapshot.
     *
     * @return whether this member holds the snapshot, and the snapshot is newer than the one proven before
     */
    boolean onProven(long slot, Digest digest) {
        if (slot <= proven.slot()) return false;
        for (Own own : held) {
            if (own.slot() != slot || !own.digest().equals(digest)) continue;
            purge(proven);
            proven = own;
            effects.keepSnapshot(own.id());
            return true;
        }
        return false;
    }

    /** Forgets a snapshot that the storage does not hold any more. */
    public void onLost(SnapshotId id) {
        held.removeIf(own -> own.id().equals(id));
        if (proven.id().equals(id)) proven = NONE;
    }

    /** Handles a snapshot that has replaced the history. */
    public void onInstalled(Own own) {
        held.clear();
        held.add(own);
        proven = NONE;
        taking = null;
        logAfter = own.id().zxid();
    }

    @Override
    public String toString() {
        return Zxid.toString(newest().zxid()) + " of " + held.size();
    }
}
