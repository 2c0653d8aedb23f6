package io.abcast.ordering.log;

import io.abcast.kernel.Digest;
import io.abcast.kernel.Effects;
import io.abcast.kernel.Entry;
import io.abcast.kernel.MalformedFrameException;
import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.Recovered;
import io.abcast.kernel.SnapshotId;
import java.util.ArrayDeque;
import java.util.List;
import java.util.TreeMap;

/**
 * Appends the values of decided slots to the log, applies them to the state machine in ascending order of slots, and
 * tracks the last durable slot.
 */
final class Applier implements SnapshotTarget {
    interface Listener {
        /**
         * @param value the value decided in the slot; {@code null} if this member received the entries of the slot from
         *     another member
         */
        void onApplied(long slot, Value value);
    }

    private static final int DIGESTS_OF_WINDOWS = 4;

    /**
     * The slots up to {@code slot} are durable once the first {@code operations} operations of the log since the
     * member's start are durable.
     *
     * @param logged the last slot up to {@code slot} whose last entry the log contains
     */
    private record Mark(long operations, long slot, long zxid, long logged) {}

    private final int id;
    private final Effects effects;
    private final Journal journal;
    private final OwnRequests requests;
    private final Listener listener;

    /**
     * Decisions of slots that cannot take effect yet because the decision of an earlier slot is missing; at most {@link
     * Consensus#slotsMax} decisions.
     */
    private final TreeMap<Long, Value> decided = new TreeMap<>();

    private final ArrayDeque<Mark> marks = new ArrayDeque<>();

    private Order order = new Order(false);
    private long durableSlot;
    private long durableZxid;

    private long loggedSlot;

    private long restoredSlot;

    private final Snapshots snapshots;
    private final RecentDigests digests;
    private boolean proofs;
    private boolean installing;
    private boolean applying;
    private long delivered;

    Applier(
            int id,
            Effects effects,
            Journal journal,
            LogConfig config,
            OwnRequests requests,
            Listener listener) {
        this.id = id;
        this.effects = effects;
        this.journal = journal;
        this.requests = requests;
        this.listener = listener;
        snapshots = new Snapshots(effects, config);
        digests = new RecentDigests(DIGESTS_OF_WINDOWS * config.window());
    }

    /**
     * @param withProofs whether the order and its snapshots have digests, which is so if members may lie
     * @throws MalformedFrameException if the note of a snapshot (node data stored with the snapshot) is not an encoded
     *     order
     */
    void recover(Recovered recovered, boolean withProofs) {
        proofs = withProofs;
        order = Order.decode(recovered.note(), proofs);
        digests.restart(order);
        snapshots.recover(recovered, proofs, note -> Order.decode(note, proofs).slot());
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

    /**
     * The slot up to which the durable log and snapshot restore the order after a crash; perhaps below {@link
     * #durableSlot}, because empty slots after the last entry are not recorded.
     */
    long restoredSlot() {
        return restoredSlot;
    }

    Snapshots snapshots() {
        return snapshots;
    }

    /**
     * Decodes the order from the note (node data stored with the snapshot) of another member's snapshot; {@code null}
     * if the note is malformed.
     */
    Order read(byte[] note) {
        try {
            return Order.decode(note, proofs);
        } catch (MalformedFrameException e) {
            return null;
        }
    }

    @Override
    public boolean installing() {
        return installing;
    }

    long delivered() {
        return delivered;
    }

    int waiting() {
        return decided.size();
    }

    void visitQueues(QueueVisitor to, long slotsMax) {
        to.queue("decisions that cannot take effect yet", decided.size(), slotsMax);
        to.queue("slots not durable", marks.size(), journal.notDurable());
        snapshots.visitQueues(to);
    }

    void replay(Entry entry) {
        order.replay(entry);
        digests.add(order);
        effects.deliver(entry, false);
    }

    Digest digest(long slot) {
        return slot > order.slot() ? null : digests.at(slot);
    }

    boolean isFollowedBy(Entry entry) {
        return entry.place() != 0 && order.isFollowedBy(entry);
    }

    void replayed(long emptyThrough) {
        order.skipTo(emptyThrough);
        digests.add(order);
        allIsDurable();
    }

    private void allIsDurable() {
        durableSlot = order.slot();
        durableZxid = order.zxid();
        loggedSlot = order.slot();
        restoredSlot = order.slot();
    }

    void decided(long slot, Value value) {
        if (slot <= order.slot()) return;
        Value before = decided.putIfAbsent(slot, value);
        if (before != null && !before.equals(value))
            effects.halt(
                    "slot " + slot + ": expected the decided value " + before + ", got " + value);
        apply();
    }

    void forgetDecided() {
        decided.clear();
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
            take(next, value);
            listener.onApplied(next, value);
        }
        applying = false;
    }

    /**
     * Applies {@code value}, the decision of {@code slot}, but skips a request that has already taken effect, or whose
     * predecessor has not. The last entry of a slot states that the slot ends, so the entry of a request is appended
     * only when the next request is known.
     */
    private void take(long slot, Value value) {
        OriginRequest last = null;
        for (OriginRequest request : value.requests()) {
            if (!order.admit(request)) continue;
            if (last != null) take(entry(slot, last, false));
            last = request;
        }
        if (last == null) endSlot();
        else take(entry(slot, last, true));
    }

    private Entry entry(long slot, OriginRequest request, boolean endsSlot) {
        return new Entry(
                order.nextZxid(),
                request.origin(),
                request.number(),
                request.payload(),
                Entry.Kind.REQUEST,
                Entry.placeOf(slot, endsSlot));
    }

    void learned(List<Entry> entries) {
        if (installing) return;
        for (Entry entry : entries) {
            order.admit(entry);
            take(entry);
        }
        decided.remove(order.slot());
        listener.onApplied(order.slot(), null);
        apply();
    }

    void learnedEmpty() {
        if (installing) return;
        endSlot();
        decided.remove(order.slot());
        listener.onApplied(order.slot(), null);
        apply();
    }

    private void take(Entry entry) {
        long bytesBefore = order.slotBytes();
        order.add(entry);
        journal.append(entry);
        loggedSlot = entry.endsSlot() ? entry.slot() : entry.slot() - 1;
        boolean mine = entry.origin() == id && requests.onApplied(entry.request());
        effects.deliver(entry, mine);
        delivered++;
        if (!entry.endsSlot()) return;
        snapshotIfDue(bytesBefore);
        onTaken();
    }

    private void endSlot() {
        long bytesBefore = order.slotBytes();
        order.endSlot();
        snapshotIfDue(bytesBefore);
        onTaken();
    }

    private void snapshotIfDue(long bytesBefore) {
        snapshots.onSlot(bytesBefore, order.bytes(), order.slot(), order.zxid(), order::encode);
    }

    private void onTaken() {
        if (!marks.isEmpty() && marks.peekLast().operations() == journal.operations())
            marks.removeLast();
        digests.add(order);
        marks.addLast(new Mark(journal.operations(), order.slot(), order.zxid(), loggedSlot));
        mark();
    }

    void onSynced() {
        mark();
    }

    private void mark() {
        while (!marks.isEmpty() && journal.isDurable(marks.peekFirst().operations())) {
            Mark mark = marks.removeFirst();
            durableSlot = mark.slot();
            durableZxid = mark.zxid();
            restoredSlot = Math.max(restoredSlot, mark.logged());
        }
    }

    @Override
    public boolean isNews(Snapshots.Own snapshot) {
        return snapshot.slot() > order.slot();
    }

    @Override
    public void install(SnapshotId id2, byte[] itsNote, Digest content) {
        installing = true;
        journal.install(id2, itsNote, content);
    }

    /**
     * @param installed the snapshot that has replaced this member's history; {@code null} if the storage has not
     *     installed the snapshot
     */
    void onInstalled(Snapshots.Own installed) {
        installing = false;
        if (installed != null) {
            order = Order.decode(installed.note(), proofs);
            digests.restart(order);
            snapshots.onInstalled(installed);
            marks.clear();
            allIsDurable();
            decided.headMap(order.slot(), true).clear();
            for (long last : order.lastOfRuns(id)) requests.onSkippedTo(last);
        }
        apply();
    }
}
