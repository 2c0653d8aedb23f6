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

/**
 * The snapshots of one member: when they are taken, which of them others may fetch, and how much of the log is kept beside them.
 *
 * <p><b>When.</b> The order fixes the slots: those at which the cumulative bytes of the entries pass a multiple of {@link
 * LogConfig#snapshotEveryBytes}. A large state is not written again for every few entries, so only every second, fourth, eighth, ...
 * multiple counts if that many bytes are less than half a snapshot. Members whose states have equal sizes take the same ones.
 *
 * <p><b>Which.</b> Without proofs, the newest snapshot is offered, and the log after the one before is kept. With proofs (members may
 * lie), the newest <em>proven</em> one is offered; it and the log after it stay until a newer one is proven.
 */
final class Snapshots {
    /** Snapshots that the storage keeps beside the proven one. */
    private static final int NEWEST = 2;

    /**
     * A snapshot that this member holds.
     *
     * @param slot the last one whose effect it contains
     * @param content the digest of its content; {@code null}: none
     */
    record Own(SnapshotId id, byte[] note, long slot, Digest content) {
        /** The digest that members claim of it. */
        Digest digest() {
            return Snapshots.digest(id, note, content);
        }
    }

    private static final Own NONE = new Own(SnapshotId.EMPTY, new byte[0], 0, null);

    private final Effects effects;
    private final LogConfig config;
    private boolean proofs;

    /** Ascending by slot. Bound: {@link #NEWEST}, and the proven one. */
    private final List<Own> held = new ArrayList<>();

    private Own proven = NONE;

    /** The note of the snapshot that is being taken; {@code null}: none is. */
    private byte[] taking;

    private long takingSlot;
    private long takingZxid;

    /** The log holds every entry after this one. */
    private long logAfter;

    Snapshots(Effects effects, LogConfig config) {
        this.effects = effects;
        this.config = config;
    }

    /** The digest that members claim of a snapshot: it binds its id, its note and its content. */
    static Digest digest(SnapshotId id, byte[] note, Digest content) {
        WireWriter out = new WireWriter(64 + note.length);
        out.i64(id.zxid()).i64(id.bytes()).i32(id.crc());
        return Digest.of(content.write(out).bytes(note).toByteArray());
    }

    /** @param withProofs whether snapshots count only when they are proven */
    void recover(Recovered recovered, boolean withProofs) {
        proofs = withProofs;
        logAfter = recovered.logAfter();
        if (!proofs) {
            long slot = Order.decode(recovered.note(), false).slot();
            held.add(new Own(recovered.snapshot(), recovered.note(), slot, null));
            return;
        }
        for (HeldSnapshot one : recovered.held())
            if (one.content() != null)
                held.add(
                        new Own(
                                one.id(),
                                one.note(),
                                Order.decode(one.note(), true).slot(),
                                one.content()));
    }

    /** See {@link LogNode#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        to.queue("snapshots", held.size(), NEWEST + 1);
    }

    /** All that this member holds, in ascending order of their slots. */
    List<Own> held() {
        return List.copyOf(held);
    }

    boolean holds(SnapshotId id) {
        for (Own own : held) if (own.id().equals(id)) return true;
        return false;
    }

    long logAfter() {
        return logAfter;
    }

    SnapshotId newest() {
        return last().id();
    }

    private Own last() {
        return held.isEmpty() ? NONE : held.get(held.size() - 1);
    }

    /** The snapshot that another member may fetch; {@code null}: none. */
    Own offered() {
        Own offered = proofs ? proven : last();
        return offered.id().equals(SnapshotId.EMPTY) ? null : offered;
    }

    /** A slot has taken effect, with which the cumulative bytes may have grown. Snapshots are taken at the end of slots only. */
    void onSlot(long bytesBefore, Order order) {
        long step = step();
        if (taking != null || bytesBefore / step == order.bytes() / step) return;
        taking = order.encode();
        takingSlot = order.slot();
        takingZxid = order.zxid();
        effects.takeSnapshot(order.zxid(), taking, proofs);
    }

    private long step() {
        long step = config.snapshotEveryBytes();
        while (step < last().id().bytes() / 2) step <<= 1;
        return step;
    }

    /** @return the snapshot, if it was taken and counts; otherwise {@code null} */
    Own onTaken(SnapshotId id, Digest content) {
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
     * A snapshot of that slot is proven.
     *
     * @return whether it is one that this member holds, newer than the one that was proven before
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

    /** The storage does not hold that one any more. */
    void onLost(SnapshotId id) {
        held.removeIf(own -> own.id().equals(id));
        if (proven.id().equals(id)) proven = NONE;
    }

    /** That snapshot has become the history. */
    void onInstalled(Own own) {
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
