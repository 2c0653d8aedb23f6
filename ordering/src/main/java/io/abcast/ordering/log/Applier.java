package io.abcast.ordering.log;

import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import java.util.ArrayDeque;
import java.util.TreeMap;

/**
 * Turns decisions into the log and the state machine, slot after slot, and knows how much of that is durable.
 *
 * <p>Invariant: {@code durableSlot <= order.slot}; all decisions up to {@code durableSlot} are in the durable log or snapshot.
 */
final class Applier {
    /** What has to take place with every slot that takes effect. */
    interface Listener {
        /** @param value {@code null} if another member has told the entry */
        void onApplied(long slot, Value value);
    }

    /** After so many log operations everything up to that slot is durable. */
    private record Mark(long operations, long slot, long zxid) {}

    private final int id;
    private final Effects effects;
    private final LogConfig config;
    private final OwnRequests requests;
    private final Listener listener;
    private final TreeMap<Long, Value> decided = new TreeMap<>();
    private final ArrayDeque<Mark> marks = new ArrayDeque<>();

    private Order order = new Order();
    private long operations;
    private long synced;
    private long durableSlot;
    private long durableZxid;

    /** The log holds every entry after this one. */
    private long logAfter;

    private SnapshotId snapshot = SnapshotId.EMPTY;
    private byte[] note = new byte[0];
    private byte[] noteTaking;
    private long bytesSinceSnapshot;
    private boolean installing;
    private boolean applying;
    private long delivered;

    Applier(int id, Effects effects, LogConfig config, OwnRequests requests, Listener listener) {
        this.id = id;
        this.effects = effects;
        this.config = config;
        this.requests = requests;
        this.listener = listener;
    }

    void recover(Recovered recovered) {
        snapshot = recovered.snapshot();
        note = recovered.note();
        logAfter = recovered.logAfter();
        order = Order.decode(note);
    }

    Order order() {
        return order;
    }

    long durableSlot() {
        return durableSlot;
    }

    long durableZxid() {
        return durableZxid;
    }

    long logAfter() {
        return logAfter;
    }

    SnapshotId snapshot() {
        return snapshot;
    }

    byte[] note() {
        return note;
    }

    boolean installing() {
        return installing;
    }

    long delivered() {
        return delivered;
    }

    /** Slots whose decision is known here and that cannot take effect yet. */
    int waiting() {
        return decided.size();
    }

    /** An entry of the log of an earlier life. */
    void replay(Entry entry) {
        order.replay(entry);
        effects.deliver(entry, false);
    }

    /** All of the log has been replayed; it is durable. */
    void replayed(long emptyThrough) {
        order.skipTo(emptyThrough);
        durableSlot = order.slot();
        durableZxid = order.zxid();
    }

    void decided(long slot, Value value) {
        if (slot <= order.slot()) return;
        Value before = decided.putIfAbsent(slot, value);
        if (before != null && !before.equals(value))
            effects.halt("slot " + slot + " was decided to be " + before + ", now " + value);
        apply();
    }

    boolean knows(long slot) {
        return slot <= order.slot() || decided.containsKey(slot);
    }

    private void apply() {
        if (installing || applying) return;
        applying = true;
        long next;
        while (!decided.isEmpty() && decided.firstKey() == (next = order.slot() + 1)) {
            Value value = decided.pollFirstEntry().getValue();
            take(order.next(value));
            listener.onApplied(next, value);
        }
        applying = false;
    }

    /** The next slot, as another member has applied it; {@code null}: it is empty. */
    void learned(Entry entry) {
        if (installing) return;
        long slot = order.slot() + 1;
        decided.remove(slot);
        take(entry);
        listener.onApplied(slot, null);
        apply();
    }

    private void take(Entry entry) {
        order.advance(entry);
        if (entry != null) {
            effects.append(entry);
            operations++;
            boolean mine = entry.origin() == id && requests.onApplied(entry.request());
            effects.deliver(entry, mine);
            delivered++;
            bytesSinceSnapshot += entry.bytes();
            snapshotIfDue();
        }
        marks.addLast(new Mark(operations, order.slot(), order.zxid()));
        if (operations == synced) mark();
    }

    private void snapshotIfDue() {
        // A large state is not written anew for every few entries.
        long due = Math.max(config.snapshotEveryBytes(), snapshot.bytes() / 2);
        if (bytesSinceSnapshot < due || noteTaking != null) return;
        bytesSinceSnapshot = 0;
        noteTaking = order.encode();
        effects.takeSnapshot(order.zxid(), noteTaking);
    }

    void onSnapshotTaken(SnapshotId taken) {
        byte[] its = noteTaking;
        noteTaking = null;
        if (taken == null || its == null || taken.zxid() <= snapshot.zxid()) return;
        if (Order.decode(its).zxid() != taken.zxid()) return;
        if (snapshot.zxid() > logAfter) {
            effects.purgeLog(snapshot.zxid());
            logAfter = snapshot.zxid();
        }
        snapshot = taken;
        note = its;
    }

    void onSynced(long position) {
        synced = position;
        mark();
    }

    private void mark() {
        while (!marks.isEmpty() && marks.peekFirst().operations() <= synced) {
            Mark mark = marks.removeFirst();
            durableSlot = mark.slot();
            durableZxid = mark.zxid();
        }
    }

    /** Asks for the whole history to be replaced. */
    void install(SnapshotId id2, byte[] itsNote) {
        installing = true;
        operations++;
        effects.installSnapshot(id2, itsNote);
    }

    /** @param installed whether it was */
    void onInstalled(SnapshotId id2, byte[] itsNote, boolean installed) {
        installing = false;
        if (installed) {
            order = Order.decode(itsNote);
            snapshot = id2;
            note = itsNote;
            noteTaking = null;
            logAfter = id2.zxid();
            bytesSinceSnapshot = 0;
            marks.clear();
            durableSlot = order.slot();
            durableZxid = order.zxid();
            decided.headMap(order.slot(), true).clear();
            requests.onSkippedTo(order.last(id));
        }
        apply();
    }
}
