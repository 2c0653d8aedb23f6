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
 * Decides when one member takes a snapshot, which snapshot other members may fetch, and how much of the log the member
 * keeps.
 *
 * <p><b>When.</b> A snapshot is due when the cumulative bytes of the order's entries pass a multiple of {@link
 * LogConfig#snapshotEveryBytes}. The member doubles the distance between snapshots until the distance is at least half
 * the size of a snapshot, so that it does not write a large state again after few entries. Members whose snapshots have
 * equal sizes take snapshots at the same slots.
 *
 * <p><b>Which.</b> In protocols without proofs, a member offers its newest snapshot to other members, and keeps the log
 * after its second newest snapshot. In protocols with proofs, in which members may lie, a member offers its newest
 * <em>proven</em> snapshot to other members. The member keeps its proven snapshot and the log after it until a newer
 * snapshot is proven.
 */
public final class Snapshots {
    private static final int NEWEST = 2;

    /**
     * A snapshot that this member's storage holds.
     *
     * @param slot the last slot whose effects the snapshot contains
     * @param content the digest of the snapshot's content; {@code null} if the protocol has no proofs
     */
    public record Own(SnapshotId id, byte[] note, long slot, Digest content) {
        Digest digest() {
            return Snapshots.digest(id, note, content);
        }
    }

    private static final Own NONE = new Own(SnapshotId.EMPTY, new byte[0], 0, null);

    private final Effects effects;
    private final LogConfig config;
    private boolean proofs;

    /**
     * The snapshots that this member keeps, in ascending order of slots: the {@link #NEWEST} newest snapshots, and the
     * proven snapshot.
     */
    private final List<Own> held = new ArrayList<>();

    private Own proven = NONE;

    /** The note (the node's own data) of the snapshot that this member is taking; {@code null} if it is taking none. */
    private byte[] taking;

    private long takingSlot;
    private long takingZxid;

    /** Zxid of the entry after which the log is complete: the log holds every later entry. */
    private long logAfter;

    public Snapshots(Effects effects, LogConfig config) {
        this.effects = effects;
        this.config = config;
    }

    /**
     * Returns the digest that members sign in their claims for a snapshot; it covers the id, the note and the content
     * of the snapshot.
     */
    static Digest digest(SnapshotId id, byte[] note, Digest content) {
        WireWriter out = new WireWriter(64 + note.length);
        out.i64(id.zxid()).i64(id.bytes()).i32(id.crc());
        return Digest.of(content.write(out).bytes(note).toByteArray());
    }

    /**
     * Restores the snapshots that this member stored before its restart.
     *
     * @param withProofs whether members use a snapshot only when they have a proof of it.
     * @param slotOf returns, for the note of a snapshot, the last slot whose effects the snapshot contains
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

    /**
     * Passes the number and the bound of the kept snapshots to the visitor {@code to}, see {@link LogNode#visitQueues}.
     */
    public void visitQueues(QueueVisitor to) {
        to.queue("snapshots", held.size(), NEWEST + 1);
    }

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

    /** The snapshot that other members may fetch from this member; {@code null} if this member offers no snapshot. */
    public Own offered() {
        Own offered = proofs ? proven : last();
        return offered.id().equals(SnapshotId.EMPTY) ? null : offered;
    }

    /**
     * Takes a snapshot if one is due at {@code slot}, which has just taken effect.
     *
     * @param bytesBefore bytes of all entries in the order before {@code slot}
     * @param bytes bytes of all entries in the order up to and including {@code slot}
     * @param zxid zxid of the last entry in the order
     * @param note returns the node's own data that the storage keeps with the snapshot
     */
    public void onSlot(long bytesBefore, long bytes, long slot, long zxid, Supplier<byte[]> note) {
        long step = step();
        if (bytesBefore / step != bytes / step) take(slot, zxid, note);
    }

    /** Takes a snapshot of {@code slot} now, unless this member is already taking a snapshot. */
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
     * Records whether the storage has taken the snapshot {@code id}, as {@link #take} has requested.
     *
     * @return the taken snapshot, if the storage has taken it and it is the newest snapshot; otherwise {@code null}
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
     * @return whether this member holds the proven snapshot, and it is newer than the last snapshot with a proof
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

    /** Forgets the snapshot {@code id}, which the storage no longer holds. */
    public void onLost(SnapshotId id) {
        held.removeIf(own -> own.id().equals(id));
        if (proven.id().equals(id)) proven = NONE;
    }

    /** Records the snapshot {@code own}, which has replaced the history of this member. */
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
