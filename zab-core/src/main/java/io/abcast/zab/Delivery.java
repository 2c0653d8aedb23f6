package io.abcast.zab;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import io.abcast.kernel.Zxid;
import java.util.List;

/**
 * Hands committed entries to the state machine, in order, and has snapshots taken. An entry that has left the cache is read
 * back from the log.
 *
 * <p>Invariant: {@code delivered <= committed <= history.last}; both never decrease, except that installing a snapshot
 * sets both to it.
 */
final class Delivery {
    /** Bytes asked for at a time when entries have to be read from the log. */
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

    /** Everything up to {@code zxid} is committed. */
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

    /** The log was cut after {@code zxid}, which is not before what was delivered; reads under way are void. */
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
        // One that was under way while another history was installed says nothing about this one.
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

    /** A large state is not written anew for every few entries: two bytes of snapshot for a byte of log at most. */
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
