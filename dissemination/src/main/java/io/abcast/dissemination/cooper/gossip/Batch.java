package io.abcast.dissemination.cooper.gossip;

import io.abcast.dissemination.cooper.code.BatchStore;
import io.abcast.dissemination.cooper.code.Manifest;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;

/** What a node knows of one batch. */
final class Batch {
    /** @param rank of the sender when it was made */
    record Ready(byte[] row, int rank) {}

    private final int number;
    final BitSet finished = new BitSet();
    final ArrayDeque<Ready> ready = new ArrayDeque<>();

    /** Of the source: blocks of the first pass that nobody took yet. */
    final ArrayDeque<byte[]> returned = new ArrayDeque<>();

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
    boolean decoding;
    boolean delivered;
    boolean stalledSaid;
    int recoding;
    long newsNanos;
    long usedNanos;

    /** Of the source: blocks that have had their turn in the first pass. */
    int systematic;

    /** Which rows came from the source as they are, and how far each member has been asked whether it wants them. */
    private int[] firstHand = new int[0];

    private int firstHands;
    private int[] asked = new int[0];
    private long[] putOffUntil = new long[0];

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
        return store == null ? stored : store.rank() > 0 && !store.suspicious();
    }

    /** Of the source: blocks remain that nobody has had. */
    boolean firstPass() {
        return own && (manifest == null || systematic < manifest.k() || !returned.isEmpty());
    }

    /** The newest row came from the source as it is. */
    void addFirstHand(int row) {
        if (firstHands == firstHand.length)
            firstHand = Arrays.copyOf(firstHand, Math.max(8, 2 * firstHands));
        firstHand[firstHands++] = row;
    }

    /** A row to be passed on as it is that {@code to} was not asked about yet, -1 for none. */
    int plain(int to) {
        if (store == null) return -1;
        int at = to < asked.length ? asked[to] : 0;
        return at < firstHands ? firstHand[at] : -1;
    }

    /** The receiver has answered for its {@link #plain} row. */
    void plainAnswered(int to, byte[] row) {
        int index = plain(to);
        if (index < 0 || store.row(index) != row) return;
        if (to >= asked.length) asked = Arrays.copyOf(asked, to + 1);
        asked[to]++;
    }

    /** It has too many batches open to begin this one. */
    void putOff(int to, long untilNanos) {
        if (to >= putOffUntil.length) putOffUntil = Arrays.copyOf(putOffUntil, to + 1);
        putOffUntil[to] = untilNanos;
    }

    long putOffUntil(int to) {
        return to < putOffUntil.length ? putOffUntil[to] : Long.MIN_VALUE;
    }

    /** Gives the memory back. What is loaded later is all rows anew: nothing of it is first hand. */
    void drop() {
        store = null;
        ready.clear();
        returned.clear();
        firstHands = 0;
        firstHand = new int[0];
    }
}
