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
    /**
     * Maximum number of batches of a transfer. The maximum number of batches prevents that a faulty peer fills this
     * node's memory with batch numbers.
     */
    static final int BATCHES_MAX = 1 << 16;

    /**
     * At the source: maximum number of batches that are in memory before the source has offered all their blocks. With
     * at most 2 batches in memory that are not fully offered, the source loads the next batch while it still offers
     * blocks of the present batch.
     */
    private static final int AHEAD = 2;

    private final BatchPlan plan;
    private final int readyMax;
    private final BatchBounds bounds;
    private final List<Batch> byNumber = new ArrayList<>();
    private long round;

    /**
     * Number of the first batch that some member has not finished. All members have finished all batches with lower
     * numbers.
     */
    private int first;

    private int open;

    Batches(BatchPlan plan, int readyMax, BatchBounds bounds) {
        this.plan = plan;
        this.readyMax = readyMax;
        this.bounds = bounds;
    }

    /** The batch with the number {@code number}; null if this node does not know the batch. */
    Batch get(int number) {
        return number >= 0 && number < byNumber.size() ? byNumber.get(number) : null;
    }

    /**
     * Returns the batch with the number {@code number}, and registers the batch if this node does not know it.
     *
     * @param number number of the batch, below {@link #BATCHES_MAX}
     */
    Batch of(int number) {
        while (byNumber.size() <= number) byNumber.add(null);
        Batch batch = byNumber.get(number);
        if (batch == null) {
            batch = new Batch(number);
            byNumber.set(number, batch);
        }
        return batch;
    }

    /** All batches that this node knows, beginning with the first batch that some member has not finished. */
    List<Batch> unfinished() {
        List<Batch> known = new ArrayList<>();
        for (int i = first; i < byNumber.size(); i++)
            if (byNumber.get(i) != null) known.add(byNumber.get(i));
        return known;
    }

    /** Whether this node still lacks blocks of any batch. */
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

    /**
     * Recomputes {@link #first} after the arrival or departure of a member. A new member may lack a batch that all
     * earlier members had finished.
     */
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

    /** Whether this node may begin to receive another batch, in addition to its open batches. */
    boolean mayOpen() {
        open = 0;
        for (int i = first; i < byNumber.size(); i++) {
            Batch batch = byNumber.get(i);
            if (batch != null && batch.open()) open++;
        }
        return open < bounds.openMax();
    }

    /** The open batches of this node (begun, and not yet on disk), with one bit per batch. */
    byte[] opened() {
        BitSet opened = new BitSet();
        for (Batch batch : unfinished()) if (batch.open()) opened.set(batch.number());
        return opened.toByteArray();
    }

    /** Batches of which this node may send blocks now, in order of priority. */
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
            // The round number grows only when a member accepts a block of the source. If batches
            // started only at their rounds, a member that does not answer could delay the next
            // batch.
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

    /**
     * At the source: the next batch that the source must load into memory; null if the source needs to load no batch.
     */
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

    /**
     * Whether this node's memory has room for one more batch. To make room, the method drops the least recently used
     * batch from memory.
     */
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
     * Removes and returns the coded block of the batch that this node offers next; null if a worker must code a block
     * first. A node that holds a single row of a batch passes on that row unchanged.
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

    /**
     * Takes back a coded block whose offer was not accepted. The node offers the returned block before all waiting
     * blocks, because it is the newest.
     */
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

    /** Creates the next coding job of a batch; null if enough coded blocks of the batch wait or are being coded. */
    RecodeJob recode(Batch batch, SeededBits bits) {
        BatchStore store = batch.store;
        if (store == null || store.rank() < 2) return null;
        if (batch.ready.size() + batch.recoding >= readyMax) return null;
        if (batch.own && !batch.firstPassEndsWithin(readyMax)) return null;
        batch.recoding++;
        return bounds.codes() ? store.recode(bits) : store.pick(bits);
    }
}
