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
    record Ready(byte[] row, int rank) {}

    private static final int REFUSALS_MAX = 3;

    private final int number;
    final BitSet finished = new BitSet();
    final ArrayDeque<Ready> ready = new ArrayDeque<>();
    final BitSet openAt = new BitSet();
    private final TreeSet<Integer> returned = new TreeSet<>();

    private final TreeMap<Integer, BitSet> refused = new TreeMap<>();

    /** At the source: for each block of the batch, the member that accepted the first offer of the block. */
    private int[] takers = new int[0];

    /** Null when no rows of the batch are in memory. */
    BatchStore store;

    /** Null until this node has received the description or has loaded the batch for the first time. */
    Manifest manifest;

    /**
     * The first gossip round in which nodes may send blocks of the batch; undefined while {@link #described} is false.
     */
    long startRound;

    boolean own;
    boolean stored;

    boolean described;
    boolean loading;
    boolean lost;

    boolean decoding;
    boolean delivered;
    boolean stalledSaid;
    boolean codedWanted;

    int recoding;
    long newsNanos;
    long usedNanos;
    private int systematic;
    private final List<byte[]> firstHand = new ArrayList<>();

    private int[] asked = new int[0];
    private int[] starts = new int[0];

    private int[] turns = new int[0];
    private int partFirst;

    private int part;
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

    boolean satisfied() {
        return stored || delivered || (store != null && store.satisfied());
    }

    boolean open() {
        return described && !stored && !own;
    }

    int rank() {
        if (store != null) return store.rank();
        return stored && manifest != null ? manifest.k() : 0;
    }

    boolean sendable() {
        return store == null ? stored && !lost : store.rank() > 0 && !store.suspicious();
    }

    boolean firstPass() {
        return own && (manifest == null || systematic < manifest.k() || !returned.isEmpty());
    }

    boolean firstPassEndsWithin(int blocks) {
        return systematic >= manifest.k() - blocks;
    }

    byte[] takeFirst(int to) {
        for (int index : returned) {
            BitSet by = refused.get(index);
            if (by != null && by.get(to)) continue;
            returned.remove(index);
            return store.row(index);
        }
        return systematic < manifest.k() ? store.row(systematic++) : null;
    }

    void taken(byte[] row, int by) {
        if (takers.length == 0) {
            takers = new int[manifest.k()];
            Arrays.fill(takers, -1);
        }
        takers[BatchStore.unitOf(row, manifest.k())] = by;
    }

    void giveBack(byte[] row) {
        returned.add(BatchStore.unitOf(row, manifest.k()));
    }

    void refused(byte[] row, int by) {
        int index = BatchStore.unitOf(row, manifest.k());
        BitSet all = refused.computeIfAbsent(index, any -> new BitSet());
        all.set(by);
        if (all.cardinality() < REFUSALS_MAX) returned.add(index);
    }

    void lost(int member) {
        for (int i = 0; i < takers.length; i++) {
            if (takers[i] != member) continue;
            takers[i] = -1;
            refused.remove(i);
            returned.add(i);
        }
    }

    void addFirstHand(byte[] row) {
        firstHand.add(row);
    }

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

    void addPart(byte[][] rows) {
        if (firstHand.isEmpty()) firstHand.addAll(Arrays.asList(rows));
    }

    void addAll(byte[][] rows) {
        firstHand.clear();
        for (int i = 0; i < rows.length; i++) firstHand.add(rows[(partFirst + i) % rows.length]);
    }

    /** Returns null if no row of this node's own part is left that the member {@code to} has not been offered. */
    byte[] takeOwn(int to) {
        if (firstHand.isEmpty()) return null;
        int own = part > 0 ? part : firstHand.size();
        boolean some = asked(to) < own || again.containsKey(to);
        return some ? takePlain(to) : null;
    }

    int asked(int to) {
        return to < asked.length ? asked[to] : 0;
    }

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

    boolean inMemory() {
        return store != null || !firstHand.isEmpty();
    }

    /** Returns null if this node has offered all its uncoded rows of the batch to the member {@code to}. */
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

    void plainAgain(int to, byte[] row) {
        if (!firstHand.isEmpty()) again.computeIfAbsent(to, any -> new ArrayDeque<>()).add(row);
    }

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
