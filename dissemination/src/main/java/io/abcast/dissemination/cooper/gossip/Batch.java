package io.abcast.dissemination.cooper.gossip;

import io.abcast.dissemination.cooper.code.BatchStore;
import io.abcast.dissemination.cooper.code.Manifest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** A gossip node's state of one coding batch: its rows, and what the other members need of it. */
final class Batch {
    /**
     * A coded row (coefficients and block) that a worker has computed, and that waits to be sent.
     *
     * @param rank number of independent rows of the batch that this node had when it coded the row
     */
    record Ready(byte[] row, int rank) {}

    /**
     * Number of USELESS answers after which the source stops offering an uncoded block. In its first pass over a batch,
     * the source offers each block to one member. After this first pass, members that still lack blocks get coded
     * blocks.
     */
    private static final int REFUSALS_MAX = 3;

    private final int number;
    final BitSet finished = new BitSet();
    final ArrayDeque<Ready> ready = new ArrayDeque<>();

    /**
     * Members that have begun to receive the batch. Members that have begun to receive the batch accept further blocks
     * of it even if they have too many open batches to begin another batch.
     */
    final BitSet openAt = new BitSet();

    /**
     * At the source: indices of the blocks that were offered in the first pass over the batch and that no member
     * accepted, so that the source must offer them again. The field {@link #refused} has, for each block, the members
     * that answered USELESS.
     */
    private final TreeSet<Integer> returned = new TreeSet<>();

    private final TreeMap<Integer, BitSet> refused = new TreeMap<>();

    /**
     * At the source: for each block of the batch, the member that accepted the block in the source's first pass over
     * the batch.
     */
    private int[] takers = new int[0];

    /** The rows of the batch that this node holds in memory; null when no rows of the batch are in memory. */
    BatchStore store;

    /**
     * The description of the batch; null until this node has received the description or has loaded the batch for the
     * first time.
     */
    Manifest manifest;

    /**
     * The first gossip round in which nodes may send blocks of the batch; undefined while {@link #described} is false.
     */
    long startRound;

    /** Whether this node is the source of the batch. */
    boolean own;

    /** Whether the whole batch is on this node's disk and can be loaded. */
    boolean stored;

    boolean described;
    boolean loading;

    /** Whether the batch was on this node's disk and cannot be read any more. */
    boolean lost;

    boolean decoding;
    boolean delivered;
    boolean stalledSaid;

    /**
     * Whether this node has ever needed a coded block of the batch for a receiver, so that workers may code blocks in
     * advance.
     */
    boolean codedWanted;

    int recoding;
    long newsNanos;
    long usedNanos;

    /** At the source: number of blocks of the batch that the source has offered in its first pass over the batch. */
    private int systematic;

    /**
     * The uncoded blocks of this batch that this node has received from the source, and offers to other members. The
     * field {@link #asked} has, for each member, the number of uncoded blocks that this node has offered to the member.
     */
    private final List<byte[]> firstHand = new ArrayList<>();

    private int[] asked = new int[0];

    /**
     * For each member: the index of the first row that this node offered to the member, counted among the rows that
     * this node offers first. The part consists of the blocks that this node offers first. The field {@link #turns} has
     * the number of rows in this node's part of the batch, the blocks that it offers first.
     */
    private int[] starts = new int[0];

    private int[] turns = new int[0];

    /**
     * Index of the first row of this node's part of the batch, the rows that it offers first. Nodes that have the whole
     * batch on disk each offer a different part of it first. If this node has read the batch from disk, its own part
     * comes first in {@link #firstHand}.
     */
    private int partFirst;

    private int part;

    /**
     * For each member: uncoded rows that this node must offer again, because the member was busy at the first offer.
     */
    private final TreeMap<Integer, ArrayDeque<byte[]>> again = new TreeMap<>();

    Batch(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    void describe(Manifest as) {
        manifest = as;
        startRound = as.startRound();
        described = true;
    }

    /** Whether this node needs no more blocks of the batch from other nodes. */
    boolean satisfied() {
        return stored || delivered || (store != null && store.satisfied());
    }

    /**
     * Whether this node has begun to receive the batch and has not stored it on disk yet. {@link BatchBounds#openMax}
     * bounds the number of open batches.
     */
    boolean open() {
        return described && !stored && !own;
    }

    int rank() {
        if (store != null) return store.rank();
        return stored && manifest != null ? manifest.k() : 0;
    }

    /** Whether this node can send rows of the batch, from memory or after loading them from disk. */
    boolean sendable() {
        return store == null ? stored && !lost : store.rank() > 0 && !store.suspicious();
    }

    /** At the source: whether the batch has blocks that no member has accepted yet. */
    boolean firstPass() {
        return own && (manifest == null || systematic < manifest.k() || !returned.isEmpty());
    }

    /**
     * At the source: whether at most {@code blocks} blocks of the batch remain that the source has not offered yet in
     * its first pass.
     */
    boolean firstPassEndsWithin(int blocks) {
        return systematic >= manifest.k() - blocks;
    }

    /**
     * At the source: takes the next block of the first pass over the batch, for an uncoded offer to member {@code to};
     * null if no suitable block is left.
     */
    byte[] takeFirst(int to) {
        for (int index : returned) {
            BitSet by = refused.get(index);
            if (by != null && by.get(to)) continue;
            returned.remove(index);
            return store.row(index);
        }
        return systematic < manifest.k() ? store.row(systematic++) : null;
    }

    /** At the source: records that a member accepted a block of the first pass over the batch. */
    void taken(byte[] row, int by) {
        if (takers.length == 0) {
            takers = new int[manifest.k()];
            Arrays.fill(takers, -1);
        }
        takers[BatchStore.unitOf(row, manifest.k())] = by;
    }

    /**
     * At the source: takes back a block of the first pass whose offer was not accepted, so that the source offers the
     * block again.
     */
    void giveBack(byte[] row) {
        returned.add(BatchStore.unitOf(row, manifest.k()));
    }

    /**
     * At the source: records that a member answered USELESS to a block of the first pass. The source offers the block
     * to further members, which may still lack it.
     */
    void refused(byte[] row, int by) {
        int index = BatchStore.unitOf(row, manifest.k());
        BitSet all = refused.computeIfAbsent(index, any -> new BitSet());
        all.set(by);
        if (all.cardinality() < REFUSALS_MAX) returned.add(index);
    }

    /**
     * At the source: reacts to the loss of a member during the first pass. The source offers all blocks that the lost
     * member had accepted to the remaining members, because perhaps no member has these blocks any more.
     */
    void lost(int member) {
        for (int i = 0; i < takers.length; i++) {
            if (takers[i] != member) continue;
            takers[i] = -1;
            refused.remove(i);
            returned.add(i);
        }
    }

    /** Adds a row that the source has sent uncoded to the rows that this node passes on uncoded. */
    void addFirstHand(byte[] row) {
        firstHand.add(row);
    }

    /**
     * Chooses the part of a stored batch that this node offers first. Each node that has the batch chooses a different
     * part, so that a member that lacks the batch is offered different rows by different nodes.
     *
     * @param place index of this node among the {@code nodes} nodes that have the batch
     */
    void takePart(int place, int nodes) {
        partFirst = place * manifest.k() / nodes;
        part = (place + 1) * manifest.k() / nodes - partFirst;
    }

    int partFirst() {
        return partFirst;
    }

    int part() {
        return part;
    }

    /**
     * Adds the rows of this node's part of the batch (the rows that it offers first), which the driver has read from
     * disk. This node may pass on the added rows uncoded.
     */
    void addPart(byte[][] rows) {
        if (firstHand.isEmpty()) firstHand.addAll(Arrays.asList(rows));
    }

    /**
     * Adds all rows of the batch, which the driver has read from disk. This node may pass on all rows uncoded, and
     * offers its own part of the batch first.
     */
    void addAll(byte[][] rows) {
        firstHand.clear();
        for (int i = 0; i < rows.length; i++) firstHand.add(rows[(partFirst + i) % rows.length]);
    }

    /**
     * Takes the next uncoded row that member {@code to} has not been offered, of this node's part of the batch (the
     * rows that it offers first). Returns null if no row is left. Other nodes offer the other parts of the batch.
     */
    byte[] takeOwn(int to) {
        if (firstHand.isEmpty()) return null;
        int own = part > 0 ? part : firstHand.size();
        boolean some = asked(to) < own || again.containsKey(to);
        return some ? takePlain(to) : null;
    }

    /** Number of uncoded rows of the batch that this node has offered to the member {@code to}. */
    int asked(int to) {
        return to < asked.length ? asked[to] : 0;
    }

    /**
     * Chooses the first row of the batch that this node will offer to a member. Members that lack the whole batch start
     * with different rows, so that they can exchange rows with each other. A node calls this method before its first
     * offer to the member.
     *
     * @param place index of {@code to} among the members that lack the batch
     * @param among number of members that lack the whole batch
     */
    void begin(int to, int place, int among) {
        if (!satisfied()) return;
        int rows = part > 0 ? part : firstHand.size();
        if (to >= starts.length) {
            starts = Arrays.copyOf(starts, to + 1);
            turns = Arrays.copyOf(turns, to + 1);
        }
        starts[to] = place * rows / among;
        turns[to] = rows;
    }

    /**
     * Whether the whole batch (the {@link #store}), or this node's part (the rows that it offers first), is in memory.
     */
    boolean inMemory() {
        return store != null || !firstHand.isEmpty();
    }

    /**
     * Takes the next uncoded row of the batch that this node has not offered to member {@code to} yet; null if no row
     * is left.
     */
    byte[] takePlain(int to) {
        if (firstHand.isEmpty()) return null;
        ArrayDeque<byte[]> before = again.get(to);
        if (before != null) {
            byte[] row = before.poll();
            if (before.isEmpty()) again.remove(to);
            return row;
        }
        if (to >= asked.length) asked = Arrays.copyOf(asked, to + 1);
        if (asked[to] == firstHand.size()) return null;
        int next = asked[to]++;
        if (to >= turns.length || next >= turns[to]) return firstHand.get(next);
        return firstHand.get((starts[to] + next) % turns[to]);
    }

    /**
     * Records that the member {@code to} was busy when it was offered a row from {@link #takePlain}, so that this node
     * offers the row again.
     */
    void plainAgain(int to, byte[] row) {
        if (!firstHand.isEmpty()) again.computeIfAbsent(to, any -> new ArrayDeque<>()).add(row);
    }

    /** Removes the rows of the batch from this node's memory. */
    void drop() {
        store = null;
        ready.clear();
        firstHand.clear();
        asked = new int[0];
        starts = new int[0];
        turns = new int[0];
        part = 0;
        again.clear();
    }
}
