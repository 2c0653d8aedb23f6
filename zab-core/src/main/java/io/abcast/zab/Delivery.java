package io.abcast.zab;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import java.util.List;

/**
 * Hands committed entries to the application, in the total order, and starts the snapshots of this member.
 *
 * <p>Invariant: {@code delivered <= committed <= history.last}. {@code delivered} and {@code committed} never decrease,
 * except that the installation of a snapshot sets both fields to the snapshot's zxid.
 */
final class Delivery {
    static final int READ_BYTES = 1 << 20;

    private final int self;
    private final Effects effects;
    private final LogHistory history;
    private final Requests requests;
    private final ChangeRequest change;
    private final Reads reads;
    private final ZabCounters figures;
    private final long snapshotEveryBytes;

    private long committed;
    private long delivered;
    private boolean reading;
    private boolean takingSnapshot;
    private final SnapshotPoints points = new SnapshotPoints();

    Delivery(
            int self,
            Effects effects,
            LogHistory history,
            Requests requests,
            ChangeRequest change,
            Reads reads,
            ZabCounters figures,
            long snapshotEveryBytes) {
        this.self = self;
        this.effects = effects;
        this.history = history;
        this.requests = requests;
        this.change = change;
        this.reads = reads;
        this.figures = figures;
        this.snapshotEveryBytes = snapshotEveryBytes;
    }

    void recover(Recovered recovered) {
        committed = recovered.snapshot().zxid();
        delivered = committed;
    }

    long committed() {
        return committed;
    }

    long delivered() {
        return delivered;
    }

    SnapshotPoints points() {
        return points;
    }

    void commit(long zxid) {
        if (zxid <= committed) return;
        assert zxid <= history.last()
                : Zxid.toString(zxid) + " beyond " + Zxid.toString(history.last());
        committed = zxid;
        history.configurations().committed(zxid);
        advance();
    }

    void onLogRead(long afterZxid, List<Entry> entries) {
        if (!reading || afterZxid != delivered) return;
        reading = false;
        if (entries.isEmpty() && delivered < committed) {
            effects.halt(
                    "the log has no entry after "
                            + Zxid.toString(delivered)
                            + ", expected some up to "
                            + Zxid.toString(committed));
            return;
        }
        for (int i = 0; i < entries.size() && delivered < committed; i++) deliver(entries.get(i));
        advance();
    }

    /**
     * Records that the log was cut after {@code zxid}, which is at or after the last delivered entry; results of
     * earlier log reads are invalid.
     */
    void onTruncated(long zxid) {
        assert delivered <= zxid
                : "cut after " + Zxid.toString(zxid) + ", delivered " + Zxid.toString(delivered);
        reading = false;
        committed = Math.min(committed, zxid);
        advance();
    }

    void onSnapshotInstalled(SnapshotId snapshot) {
        committed = snapshot.zxid();
        delivered = snapshot.zxid();
        points.begun();
        reading = false;
        reads.onDelivered(delivered);
    }

    void onSnapshotTaken(SnapshotId snapshot, long nowNanos) {
        takingSnapshot = false;
        // If a fetched snapshot has replaced the history while this member took a snapshot, the
        // taken snapshot no longer belongs to its history.
        if (snapshot != null && snapshot.zxid() <= delivered)
            history.snapshotTaken(snapshot, nowNanos);
    }

    private void advance() {
        if (delivered >= committed) return;
        if (!history.caches(delivered)) {
            if (!reading) {
                reading = true;
                history.readLog(delivered, READ_BYTES);
            }
            return;
        }
        long end = history.endOrdinal();
        for (long i = history.ordinalAfter(delivered); i < end && delivered < committed; i++) {
            deliver(history.cached(i));
        }
        assert delivered == committed
                : Zxid.toString(delivered) + " of " + Zxid.toString(committed);
    }

    /**
     * Returns the number of bytes of entries between two snapshots: at least half the size of the last snapshot, so
     * that members write at most two snapshot bytes per log byte.
     */
    long snapshotDue() {
        return Math.max(snapshotEveryBytes, history.snapshot().bytes() / 2);
    }

    private void deliver(Entry entry) {
        assert Zxid.follows(delivered, entry.zxid()) : entry + " after " + Zxid.toString(delivered);
        delivered = entry.zxid();
        figures.delivered++;
        boolean own = entry.origin() == self;
        effects.deliver(entry, own && !entry.isMembership() && requests.onDelivered(entry));
        if (own && entry.isMembership()) change.onDelivered(entry);
        reads.onDelivered(delivered);
        if (points.onDelivered(entry, snapshotDue()) && !takingSnapshot) {
            takingSnapshot = true;
            points.begun();
            effects.takeSnapshot(delivered, history.configurations().noteAsOf(delivered));
        }
    }
}
