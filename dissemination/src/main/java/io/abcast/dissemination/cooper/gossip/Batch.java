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

/** The state of one batch at a node. */
final class Batch {
    /**
     * A coded row that waits to be sent.
     *
     * @param rank rank of the sender when the row was coded
     */
    record Ready(byte[] row, int rank) {}

    /**
     * Number of members that must answer that a block of the first pass is useless before the source stops offering the
     * block. Members that still lack blocks get coded blocks.
     */
    private static final int REFUSALS_MAX = 3;

    private final int number;
    final BitSet finished = new BitSet();
    final ArrayDeque<Ready> ready = new ArrayDeque<>();

    /**
     * Members that have begun the batch. Such a member accepts further blocks of this batch, even if it has too many
     * open batches to begin another one.
     */
    final BitSet openAt = new BitSet();

    /**
     * At the source: indices of the blocks of the first pass that were offered but not accepted. The field {@link
     * #refused} has, for each block, the members that answered that the block is useless.
     */
    private final TreeSet<Integer> returned = new TreeSet<>();

    private final TreeMap<Integer, BitSet> refused = new TreeMap<>();

    /** At the source: the member that accepted each block in the first pass. */
    private int[] takers = new int[0];

    /** The rows of the batch; null when no rows are in memory. */
    BatchStore store;

    /** The description of the batch; null until it has arrived, or until the batch is loaded for the first time. */
    Manifest manifest;

    /** The first round in which the batch may be sent; undefined before {@link #described}. */
    long startRound;

    /** Whether this node is the source of the batch. */
    boolean own;

    /** Whether the whole batch is on disk and can be loaded. */
    boolean stored;

    boolean described;
    boolean loading;

    /** Whether the batch was on disk and cannot be read any more. */
    boolean lost;

    boolean decoding;
    boolean delivered;
    boolean stalledSaid;

    /** Whether any member has needed a coded block of the batch. */
    boolean codedWanted;

    int recoding;
    long newsNanos;
    long usedNanos;

    /** At the source: number of blocks that have been offered in the first pass. */
    private int systematic;

    /**
     * Rows that are passed on unchanged, as the source created them. The field {@link #asked} has, for each member, the
     * number of these rows that were offered to it.
     */
    private final List<byte[]> firstHand = new ArrayList<>();

    private int[] asked = new int[0];

    /**
     * For each member: the index in this node's part of the batch at which the offers to the member began. The field
     * {@link #turns} has the length of that part.
     */
    private int[] starts = new int[0];

    private int[] turns = new int[0];

    /**
     * Index of the first row of this node's part of the batch. Each node offers its own part first. If the batch is
     * read from disk, the rows of this node's part are the first rows of {@link #firstHand}.
     */
    private int partFirst;

    private int part;

    /** By member: rows to offer again, because the member had no free place when they were offered. */
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

    /** Whether this node needs no further blocks of the batch. */
    boolean satisfied() {
        return stored || delivered || (store != null && store.satisfied());
    }

    /** Whether the batch counts as open, because it is not on disk yet. The number of open batches is bounded. */
    boolean open() {
        return described && !stored && !own;
    }

    int rank() {
        if (store != null) return store.rank();
        return stored && manifest != null ? manifest.k() : 0;
    }

    /** Whether this node has rows to send. The rows may have to be loaded from disk first. */
    boolean sendable() {
        return store == null ? stored && !lost : store.rank() > 0 && !store.suspicious();
    }

    /** At the source: whether blocks remain that no member has accepted yet. */
    boolean firstPass() {
        return own && (manifest == null || systematic < manifest.k() || !returned.isEmpty());
    }

    /** At the source: whether at most {@code blocks} blocks have not been offered in the first pass yet. */
    boolean firstPassEndsWithin(int blocks) {
        return systematic >= manifest.k() - blocks;
    }

    /**
     * At the source, in the first pass: takes the next block to offer unchanged to a member; null if no block is left.
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

    /** At the source: records that a member accepted a block of the first pass. */
    void taken(byte[] row, int by) {
        if (takers.length == 0) {
            takers = new int[manifest.k()];
            Arrays.fill(takers, -1);
        }
        takers[BatchStore.unitOf(row, manifest.k())] = by;
    }

    /** At the source: takes back a block of the first pass that was not accepted. */
    void giveBack(byte[] row) {
        returned.add(BatchStore.unitOf(row, manifest.k()));
    }

    /**
     * At the source: records that a block of the first pass was useless to a member. Other members may still lack the
     * block.
     */
    void refused(byte[] row, int by) {
        int index = BatchStore.unitOf(row, manifest.k());
        BitSet all = refused.computeIfAbsent(index, any -> new BitSet());
        all.set(by);
        if (all.cardinality() < REFUSALS_MAX) returned.add(index);
    }

    /**
     * At the source: handles the loss of a member. The source offers the blocks again that the member had accepted,
     * because no other member may have them.
     */
    void lost(int member) {
        for (int i = 0; i < takers.length; i++) {
            if (takers[i] != member) continue;
            takers[i] = -1;
            refused.remove(i);
            returned.add(i);
        }
    }

    /** Adds the newest row, which the source has sent unchanged. */
    void addFirstHand(byte[] row) {
        firstHand.add(row);
    }

    /**
     * Chooses the part of a stored batch that this node offers first. Each node begins with another part, so the nodes
     * offer different rows to members that lack the whole batch.
     *
     * @param place index of this node among {@code nodes}
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

    /** Adds the rows of this node's part after they were read from disk. These rows may be passed on unchanged. */
    void addPart(byte[][] rows) {
        if (firstHand.isEmpty()) firstHand.addAll(Arrays.asList(rows));
    }

    /**
     * Adds all rows of the batch after they were read from disk. The rows may be passed on unchanged, beginning with
     * this node's part.
     */
    void addAll(byte[][] rows) {
        firstHand.clear();
        for (int i = 0; i < rows.length; i++) firstHand.add(rows[(partFirst + i) % rows.length]);
    }

    /**
     * Takes a row as {@link #takePlain} does, but only from this node's part, because other nodes are about to offer
     * the remaining rows.
     */
    byte[] takeOwn(int to) {
        if (firstHand.isEmpty()) return null;
        int own = part > 0 ? part : firstHand.size();
        boolean some = asked(to) < own || again.containsKey(to);
        return some ? takePlain(to) : null;
    }

    /** Number of rows that were offered to a member. */
    int asked(int to) {
        return to < asked.length ? asked[to] : 0;
    }

    /**
     * Sets the row with which offers to a member begin. Members that lack the whole batch get different rows first, so
     * that they can exchange these rows. Called before the first offer to the member.
     *
     * @param place index of {@code to} among the members that lack the batch
     * @param among number of members that lack the batch
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

    /** Whether the whole batch (the {@link #store}) or this node's part is in memory. */
    boolean inMemory() {
        return store != null || !firstHand.isEmpty();
    }

    /** Takes the next unchanged row that was not offered to {@code to} yet; null if no row is left. */
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

    /** Records that the receiver had no free place for a row from {@link #takePlain}. */
    void plainAgain(int to, byte[] row) {
        if (!firstHand.isEmpty()) again.computeIfAbsent(to, any -> new ArrayDeque<>()).add(row);
    }

    /** Frees the memory of the batch. */
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
