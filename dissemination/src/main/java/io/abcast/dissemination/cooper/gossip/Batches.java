package io.abcast.dissemination.cooper.gossip;

import io.abcast.dissemination.cooper.BatchPlan;
import io.abcast.dissemination.cooper.SeededBits;
import io.abcast.dissemination.cooper.code.BatchStore;
import io.abcast.dissemination.cooper.code.RecodeJob;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The batches that this node knows, the batches in its memory, and the coded blocks that this node will send. */
final class Batches {
    /** The bound prevents that a faulty peer fills this node's memory with batch numbers. */
    static final int BATCHES_MAX = 1 << 16;

    private static final int AHEAD = 2;

    private final BatchPlan plan;
    private final int readyMax;
    private final BatchBounds bounds;
    private final List<Batch> byNumber = new ArrayList<>();
    private long round;

    /** All members have finished all batches with numbers below this one. */
    private int first;

    private int open;

    Batches(BatchPlan plan, int readyMax, BatchBounds bounds) {
        this.plan = plan;
        this.readyMax = readyMax;
        this.bounds = bounds;
    }

    /** Returns null if this node does not know the batch. */
    Batch get(int number) {
        return number >= 0 && number < byNumber.size() ? byNumber.get(number) : null;
    }

    Batch of(int number) {
        while (byNumber.size() <= number) byNumber.add(null);
        Batch batch = byNumber.get(number);
        if (batch == null) {
            batch = new Batch(number);
            byNumber.set(number, batch);
        }
        return batch;
    }

    List<Batch> unfinished() {
        List<Batch> known = new ArrayList<>();
        for (int i = first; i < byNumber.size(); i++)
            if (byNumber.get(i) != null) known.add(byNumber.get(i));
        return known;
    }

    boolean wantsAny() {
        for (int i = first; i < byNumber.size(); i++) {
            Batch batch = byNumber.get(i);
            if (batch != null && batch.described && !batch.satisfied()) return true;
        }
        return false;
    }

    List<Batch> known() {
        List<Batch> known = new ArrayList<>();
        for (Batch batch : byNumber) if (batch != null) known.add(batch);
        return known;
    }

    void reconsider() {
        first = 0;
    }

    long round() {
        return round;
    }

    void heard(long other) {
        round = Math.max(round, other);
    }

    void nextRound() {
        round++;
    }

    boolean mayOpen() {
        open = 0;
        for (int i = first; i < byNumber.size(); i++) {
            Batch batch = byNumber.get(i);
            if (batch != null && batch.open()) open++;
        }
        return open < bounds.openMax();
    }

    /** One bit for each batch that this node has begun to receive and not yet stored on disk. */
    byte[] opened() {
        BitSet opened = new BitSet();
        for (Batch batch : unfinished()) if (batch.open()) opened.set(batch.number());
        return opened.toByteArray();
    }

    List<Batch> sendable(GossipPeers peers) {
        List<Batch> order = new ArrayList<>();
        boolean earlierDone = true;
        boolean earlierSent = bounds.plain();
        for (int i = first; i < byNumber.size(); i++) {
            Batch batch = byNumber.get(i);
            if (batch == null || !batch.described) {
                earlierDone = false;
                continue;
            }
            boolean done = peers.allIn(batch.finished);
            if (done && earlierDone) first = i + 1;
            if (done && batch.stored) batch.drop();
            // Rounds advance only when a member accepts a block of the source, so a silent member
            // could delay the next batch.
            boolean live =
                    plan.live(batch.startRound, round, earlierDone) || (batch.own && earlierSent);
            earlierSent &= !batch.firstPass();
            if (!done && batch.sendable() && live)
                order.add(plan.goesFirst(batch.startRound, round) ? 0 : order.size(), batch);
            else if (!done && batch.own && !earlierDone) break;
            earlierDone &= done;
        }
        return order;
    }

    Batch ahead(GossipPeers peers) {
        int ahead = 0;
        for (int i = first; i < byNumber.size() && ahead < AHEAD; i++) {
            Batch batch = byNumber.get(i);
            if (batch == null || !batch.firstPass() || peers.allIn(batch.finished)) continue;
            if (batch.store == null && !batch.loading) return batch;
            ahead++;
        }
        return null;
    }

    boolean makeRoom() {
        int held = 0;
        Batch oldest = null;
        for (Batch batch : byNumber) {
            if (batch == null) continue;
            if (batch.inMemory() || batch.loading) held++;
            if (!batch.inMemory() || !batch.stored || batch.loading) continue;
            if (batch.decoding || batch.firstPass()) continue;
            if (oldest == null || batch.usedNanos < oldest.usedNanos) oldest = batch;
        }
        if (held < bounds.heldMax()) return true;
        if (oldest == null) return false;
        oldest.drop();
        return true;
    }

    /**
     * Returns null if a worker must code a block first. A node that holds a single row of a batch passes on that row
     * unchanged.
     */
    byte[] takeCoded(Batch batch) {
        BatchStore store = batch.store;
        if (store.rank() == 1) return store.row(0);
        while (!batch.ready.isEmpty()) {
            Batch.Ready next = batch.ready.poll();
            // Skips blocks that were coded when this node had at most half of its present rows:
            // such blocks are probably useless to receivers.
            if (2 * next.rank() > store.rank()) return next.row();
        }
        return null;
    }

    void giveBack(Batch batch, byte[] row) {
        if (batch.store != null && batch.ready.size() < readyMax)
            batch.ready.addFirst(new Batch.Ready(row, batch.store.rank()));
    }

    void onRecoded(RecodeJob job, byte[] row) {
        Batch batch = byNumber.get(job.batch());
        batch.recoding--;
        if (batch.store != null && batch.ready.size() < readyMax)
            batch.ready.add(new Batch.Ready(row, job.rank()));
    }

    /** Returns null if enough coded blocks of the batch wait or are being coded. */
    RecodeJob recode(Batch batch, SeededBits bits) {
        BatchStore store = batch.store;
        if (store == null || store.rank() < 2) return null;
        if (batch.ready.size() + batch.recoding >= readyMax) return null;
        if (batch.own && !batch.firstPassEndsWithin(readyMax)) return null;
        batch.recoding++;
        return bounds.codes() ? store.recode(bits) : store.pick(bits);
    }
}
