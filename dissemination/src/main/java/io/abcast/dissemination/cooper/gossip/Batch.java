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

/** What a node knows of one batch. */
final class Batch {
    /** @param rank of the sender when it was made */
    record Ready(byte[] row, int rank) {}

    /** A block of the first pass that so many had no use for is not first hand any more: what is still lacking is coded. */
    private static final int REFUSALS_MAX = 3;

    private final int number;
    final BitSet finished = new BitSet();
    final ArrayDeque<Ready> ready = new ArrayDeque<>();

    /** Who has it open, and so takes more of it whatever else it has open. */
    final BitSet openAt = new BitSet();

    /** Of the source: blocks of the first pass that came back, and who had no use for which. */
    private final TreeSet<Integer> returned = new TreeSet<>();

    private final TreeMap<Integer, BitSet> refused = new TreeMap<>();

    /** Of the source: who took each block in the first pass. */
    private int[] takers = new int[0];

    /** The rows; null when none are in memory. */
    BatchStore store;

    /** Null until it is described, or loaded for the first time. */
    Manifest manifest;

    /** The first round in which it may be sent; of no meaning before {@link #described}. */
    long startRound;

    /** This node is its source. */
    boolean own;

    /** It lies on disk, whole, and can be loaded. */
    boolean stored;

    boolean described;
    boolean loading;

    /** It was on disk, and cannot be read any more. */
    boolean lost;

    boolean decoding;
    boolean delivered;
    boolean stalledSaid;

    /** Somebody lacked a coded block of it. */
    boolean codedWanted;

    int recoding;
    long newsNanos;
    long usedNanos;

    /** Of the source: blocks that have had their turn in the first pass. */
    private int systematic;

    /** Rows that are as the source has them and to be passed on so, and how far each member has been asked whether it wants them. */
    private final List<byte[]> firstHand = new ArrayList<>();

    private int[] asked = new int[0];

    /** Where each member's turn through the rows of this node's part began, and how many those are. */
    private int[] starts = new int[0];

    private int[] turns = new int[0];

    /** This node's part of what was read from disk is the first rows of {@link #firstHand}: the others begin with other rows. */
    private int partFirst;

    private int part;

    /** Those that must be asked again, for there was no room. */
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

    /** Nothing more of it is wanted. */
    boolean satisfied() {
        return stored || delivered || (store != null && store.satisfied());
    }

    /** Takes a place that is bounded: it is not on disk. */
    boolean open() {
        return described && !stored && !own;
    }

    int rank() {
        if (store != null) return store.rank();
        return stored && manifest != null ? manifest.k() : 0;
    }

    /** There is something to send, perhaps after loading it. */
    boolean sendable() {
        return store == null ? stored && !lost : store.rank() > 0 && !store.suspicious();
    }

    /** Of the source: blocks remain that nobody has had. */
    boolean firstPass() {
        return own && (manifest == null || systematic < manifest.k() || !returned.isEmpty());
    }

    /** Of the source: few blocks remain that nobody has had. */
    boolean firstPassEndsWithin(int blocks) {
        return systematic >= manifest.k() - blocks;
    }

    /** Of the source, in the first pass: the next block for a member, as it is; null for none. */
    byte[] takeFirst(int to) {
        for (int index : returned) {
            BitSet by = refused.get(index);
            if (by != null && by.get(to)) continue;
            returned.remove(index);
            return store.row(index);
        }
        return systematic < manifest.k() ? store.row(systematic++) : null;
    }

    /** Of the source: a member has a block of the first pass. */
    void taken(byte[] row, int by) {
        if (takers.length == 0) {
            takers = new int[manifest.k()];
            Arrays.fill(takers, -1);
        }
        takers[BatchStore.unitOf(row, manifest.k())] = by;
    }

    /** Of the source: a block of the first pass was not taken. */
    void giveBack(byte[] row) {
        returned.add(BatchStore.unitOf(row, manifest.k()));
    }

    /** Of the source: a member has a block of the first pass from another one, which perhaps not all have. */
    void refused(byte[] row, int by) {
        int index = BatchStore.unitOf(row, manifest.k());
        BitSet all = refused.computeIfAbsent(index, any -> new BitSet());
        all.set(by);
        if (all.cardinality() < REFUSALS_MAX) returned.add(index);
    }

    /** Of the source: a member is gone, with blocks that perhaps nobody else has. */
    void lost(int member) {
        for (int i = 0; i < takers.length; i++) {
            if (takers[i] != member) continue;
            takers[i] = -1;
            refused.remove(i);
            returned.add(i);
        }
    }

    /** The newest row came from the source as it is. */
    void addFirstHand(byte[] row) {
        firstHand.add(row);
    }

    /**
     * Of what is on disk each node begins with its part, so that they offer different rows to who lacks them all.
     *
     * @param place of this node among so many
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

    /** This node's part is here: rows as the source has them, that may be passed on so. */
    void addPart(byte[][] rows) {
        if (firstHand.isEmpty()) firstHand.addAll(Arrays.asList(rows));
    }

    /** All rows are here, as the source has them: they may be passed on so, this node's part first. */
    void addAll(byte[][] rows) {
        firstHand.clear();
        for (int i = 0; i < rows.length; i++) firstHand.add(rows[(partFirst + i) % rows.length]);
    }

    /** As {@link #takePlain}, but none that others are about to offer as well. */
    byte[] takeOwn(int to) {
        if (firstHand.isEmpty()) return null;
        int own = part > 0 ? part : firstHand.size();
        boolean some = asked(to) < own || again.containsKey(to);
        return some ? takePlain(to) : null;
    }

    /** How many rows a member was asked about. */
    int asked(int to) {
        return to < asked.length ? asked[to] : 0;
    }

    /**
     * Several that lack it all get different rows first, and so have something for one another. Of one that was not {@link #asked}.
     *
     * @param place of {@code to} among so many that lack it
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

    /** Something of it is in memory: the {@link #store}, or only this node's part. */
    boolean inMemory() {
        return store != null || !firstHand.isEmpty();
    }

    /** A row to be passed on as it is that {@code to} was not asked about yet, null for none. */
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

    /** The receiver had no room for its {@link #takePlain} row. */
    void plainAgain(int to, byte[] row) {
        if (!firstHand.isEmpty()) again.computeIfAbsent(to, any -> new ArrayDeque<>()).add(row);
    }

    /** Gives the memory back. */
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
