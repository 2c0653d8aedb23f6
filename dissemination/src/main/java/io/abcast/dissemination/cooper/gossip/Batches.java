package io.abcast.dissemination.cooper.gossip;

import io.abcast.dissemination.cooper.BatchPlan;
import io.abcast.dissemination.cooper.SeededBits;
import io.abcast.dissemination.cooper.code.BatchStore;
import io.abcast.dissemination.cooper.code.RecodeJob;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The batches that this node knows of, who has finished them, and the coded blocks that wait to be sent. */
final class Batches {
    /** What a peer may make this node remember. */
    static final int BATCHES_MAX = 1 << 16;

    /** One batch. */
    static final class Batch {
        final BatchStore store;
        final boolean own;
        final BitSet finished = new BitSet();
        private final ArrayDeque<Ready> ready = new ArrayDeque<>();
        int recoding;
        boolean decoding;
        boolean delivered;
        boolean stalledSaid;
        long newsNanos;
        private int systematic;

        Batch(BatchStore store, boolean own, long nowNanos) {
            this.store = store;
            this.own = own;
            this.newsNanos = nowNanos;
        }

        int number() {
            return store.manifest().batch();
        }
    }

    /** @param rank of the sender when it was made */
    private record Ready(byte[] row, int rank) {}

    private final BatchPlan plan;
    private final int readyMax;
    private final List<Batch> byNumber = new ArrayList<>();
    private long round;

    Batches(BatchPlan plan, int readyMax) {
        this.plan = plan;
        this.readyMax = readyMax;
    }

    Batch get(int number) {
        return number >= 0 && number < byNumber.size() ? byNumber.get(number) : null;
    }

    void put(Batch batch) {
        while (byNumber.size() <= batch.number()) byNumber.add(null);
        byNumber.set(batch.number(), batch);
    }

    Iterable<Batch> known() {
        List<Batch> known = new ArrayList<>();
        for (Batch batch : byNumber) if (batch != null) known.add(batch);
        return known;
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

    /** Those that this node may send, what goes first at the front. */
    List<Batch> sendable(Peers peers) {
        List<Batch> order = new ArrayList<>();
        boolean earlierDone = true;
        for (Batch batch : byNumber) {
            if (batch == null) {
                earlierDone = false;
                continue;
            }
            boolean done = peers.allIn(batch.finished);
            long start = batch.store.manifest().startRound();
            boolean has = batch.store.rank() > 0 && !batch.store.suspicious();
            if (!done && has && plan.live(start, round, earlierDone))
                order.add(plan.goesFirst(start, round) ? 0 : order.size(), batch);
            earlierDone &= done;
        }
        return order;
    }

    /**
     * A block to offer; null when one must be coded first.
     *
     * <p>The source sends every block as it is once. Who has one row only can but pass it on.
     */
    byte[] take(Batch batch) {
        BatchStore store = batch.store;
        boolean first = batch.own && batch.systematic < store.manifest().k();
        // What was given back comes before: it is a block as it is, too.
        if (first && batch.ready.isEmpty()) return store.row(batch.systematic++);
        if (store.rank() == 1) return store.row(0);
        while (!batch.ready.isEmpty()) {
            Ready next = batch.ready.poll();
            // Made when half of what is known was not: another one is worth its work.
            if (2 * next.rank > store.rank()) return next.row;
        }
        return null;
    }

    /** Takes a block back that nobody wanted; before others, for it is the newest. */
    void giveBack(Batch batch, byte[] row) {
        if (batch.ready.size() < readyMax) batch.ready.addFirst(new Ready(row, batch.store.rank()));
    }

    void onRecoded(RecodeJob job, byte[] row) {
        Batch batch = byNumber.get(job.batch());
        batch.recoding--;
        if (batch.ready.size() < readyMax) batch.ready.add(new Ready(row, job.rank()));
    }

    /** The next block to be coded for a batch, null when enough wait or are under way. */
    RecodeJob recode(Batch batch, SeededBits bits) {
        BatchStore store = batch.store;
        if (store.rank() < 2 || batch.ready.size() + batch.recoding >= readyMax) return null;
        if (batch.own && batch.systematic < store.manifest().k() - readyMax) return null;
        batch.recoding++;
        return store.recode(bits);
    }
}
