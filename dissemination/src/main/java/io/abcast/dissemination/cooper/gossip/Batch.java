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
    /** @param rank rank of the sender when the row was coded */
    record Ready(byte[] row, int rank) {}

    /**
     * A block of the first pass that this number of members found useless is not offered again; members that still lack
     * something get coded blocks.
     */
    private static final int REFUSALS_MAX = 3;

    private final int number;
    final BitSet finished = new BitSet();
    final ArrayDeque<Ready> ready = new ArrayDeque<>();

    /**
     * Members that have the batch open. They accept more blocks of it, even if they have too many other batches open.
     */
    final BitSet openAt = new BitSet();

    /**
     * At the source: blocks of the first pass that were not accepted, and for each block the members that found it
     * useless.
     */
    private final TreeSet<Integer> returned = new TreeSet<>();

    private final TreeMap<Integer, BitSet> refused = new TreeMap<>();

    /** At the source: the member that accepted each block in the first pass. */
    private int[] takers = new int[0];

    /** The rows; null when no rows are in memory. */
    BatchStore store;

    /** Null until the batch is described, or loaded for the first time. */
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

    /** Whether a member lacked a coded block of the batch. */
    boolean codedWanted;

    int recoding;
    long newsNanos;
    long usedNanos;

    /** At the source: number of blocks that have been offered in the first pass. */
    private int systematic;

    /**
     * Rows that are passed on unchanged, as the source made them, and the number of them that was offered to each
     * member.
     */
    private final List<byte[]> firstHand = new ArrayList<>();

    private int[] asked = new int[0];

    /** For each member, the index in this node's part at which its offers began, and the length of that part. */
    private int[] starts = new int[0];

    private int[] turns = new int[0];

    /**
     * This node's part of the rows read from disk is the first rows of {@link #firstHand}. Other nodes begin with other
     * rows.
     */
    private int partFirst;

    private int part;

    /** Rows to offer again, by member: the member had no room for these rows. */
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

    /** Whether the batch occupies one of the bounded places of open batches, because it is not on disk yet. */
    boolean open() {
        return described && !stored && !own;
    }

    int rank() {
        if (store != null) return store.rank();
        return stored && manifest != null ? manifest.k() : 0;
    }

    /** Whether there are rows to send, perhaps after loading them. */
    boolean sendable() {
        return store == null ? stored && !lost : store.rank() > 0 && !store.suspicious();
    }

    /** At the source: whether blocks remain that no member has accepted yet. */
    boolean firstPass() {
        return own && (manifest == null || systematic < manifest.k() || !returned.isEmpty());
    }

    /** At the source: whether at most this number of blocks remain that have not been offered in the first pass. */
    boolean firstPassEndsWithin(int blocks) {
        return systematic >= manifest.k() - blocks;
    }

    /** At the source, in the first pass: the next block to offer to a member, unchanged; null if no block is left. */
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

    /** At the source: a member is gone, together with blocks that perhaps no other member has. */
    void lost(int member) {
        for (int i = 0; i < takers.length; i++) {
            if (takers[i] != member) continue;
            takers[i] = -1;
            refused.remove(i);
            returned.add(i);
        }
    }

    /** Adds the newest row, which came unchanged from the source. */
    void addFirstHand(byte[] row) {
        firstHand.add(row);
    }

    /**
     * Chooses the part of a stored batch with which this node begins. Each node begins with another part, so the nodes
     * offer different rows to members that lack them all.
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

    /** Adds this node's part after it was read: rows that may be passed on unchanged. */
    void addPart(byte[][] rows) {
        if (firstHand.isEmpty()) firstHand.addAll(Arrays.asList(rows));
    }

    /** Adds all rows after they were read. They may be passed on unchanged; this node's part comes first. */
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
     * Fixes where offers to a member begin. Members that lack the whole batch get different rows first, so they can
     * exchange them. Called before the first offer to the member.
     *
     * @param place index of {@code to} among the {@code among} members that lack the batch
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

    /** Whether part of the batch is in memory: the {@link #store}, or only this node's part. */
    boolean inMemory() {
        return store != null || !firstHand.isEmpty();
    }

    /** The next unchanged row that was not offered to {@code to} yet; null if no row is left. */
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

    /** Records that the receiver had no room for a row from {@link #takePlain}. */
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
