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
    /** Gets a call for each slot whose decision has taken effect at this member. */
    interface Listener {
        /**
         * @param value the value decided in the slot; {@code null} if this member received the entries of the slot from
         *     another member
         */
        void onApplied(long slot, Value value);
    }

    /** Number of windows of slots, below the last applied slot, for which the member keeps the digests of the order. */
    private static final int DIGESTS_OF_WINDOWS = 4;

    /**
     * Records that all slots up to {@code slot} are durable once the first {@code operations} operations of the log are
     * durable.
     *
     * @param operations number of operations of the log that must be durable, counted since the start of the member.
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

    /**
     * For each log operation that is not durable yet, the slots that become durable with the operation; in ascending
     * order of operations.
     */
    private final ArrayDeque<Mark> marks = new ArrayDeque<>();

    private Order order = new Order(false);
    private long durableSlot;
    private long durableZxid;

    /** The highest slot whose last entry the log of this member contains. */
    private long loggedSlot;

    /** The highest slot whose last entry the durable log of this member contains. */
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
     * Restores the history that this member stored before its restart.
     *
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
     * The slot up to which this member can restore the order after a crash, from its durable log and its snapshot. The
     * slot {@code restoredSlot} is at most {@link #durableSlot}, because neither the log nor a snapshot records the
     * empty slots after the last entry.
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

    /** Number of decided slots that cannot take effect yet because the decision of an earlier slot is missing. */
    int waiting() {
        return decided.size();
    }

    /**
     * Passes the lengths and bounds of the queues of decisions to the visitor {@code to}, see {@link
     * LogNode#visitQueues}.
     */
    void visitQueues(QueueVisitor to, long slotsMax) {
        to.queue("decisions that cannot take effect yet", decided.size(), slotsMax);
        to.queue("slots not durable", marks.size(), journal.notDurable());
        snapshots.visitQueues(to);
    }

    /** Applies an entry of the log to the order and the state machine when this member starts. */
    void replay(Entry entry) {
        order.replay(entry);
        digests.add(order);
        effects.deliver(entry, false);
    }

    /**
     * The digest of the order up to {@code slot}; {@code null} if this member does not keep the digest of that slot.
     */
    Digest digest(long slot) {
        return slot > order.slot() ? null : digests.at(slot);
    }

    /** Whether {@code entry} may follow the last entry of this member's order. */
    boolean isFollowedBy(Entry entry) {
        return entry.place() != 0 && order.isFollowedBy(entry);
    }

    /**
     * Records that all entries of the log are applied and durable after the start of this member. The node calls {@code
     * replayed} when it has applied the whole log.
     */
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

    /** Forgets the decisions of slots that have not taken effect at this member. */
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
     * Applies {@code value}, the decision of {@code slot}. The method {@code take} skips a request that has already
     * taken effect, and a request whose predecessor has not taken effect. The last entry of a slot states that the slot
     * ends. Therefore {@code take} appends the entry of a request only when it knows whether another request of the
     * slot takes effect.
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

    /** Applies {@code entries}, the remaining entries of the next non-empty slot, which another member has sent. */
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

    /** Records that the slot after the last applied slot is empty, as another member has reported. */
    void learnedEmpty() {
        if (installing) return;
        endSlot();
        decided.remove(order.slot());
        listener.onApplied(order.slot(), null);
        apply();
    }

    /** Appends the entry of a request, which the order has admitted, to the log. */
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

    /** Records that the slot after the last applied slot has ended without an entry. */
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
     * Ends the installation that {@link #install} has begun, and continues with the snapshot's order if the storage has
     * installed the snapshot.
     *
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
