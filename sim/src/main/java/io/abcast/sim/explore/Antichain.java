package io.abcast.sim.explore;

import java.util.Arrays;

/**
 * The global states that a search has reached, without states that another state covers. State A covers state B if
 * every continuation of B is also a continuation of A. For state A to cover state B, both must have equal member states
 * and equal delivered histories. For state A to cover state B, A must have all messages of B in flight, and must have
 * used no more of the search bounds.
 *
 * <p>Each state takes {@code 4 * width} bytes. Each place of the hash table takes 20 bytes; at most two thirds of the
 * places are occupied.
 */
final class Antichain {
    private static final int PAGE_LOG = 16;
    private static final int COVERED = -1;

    private final Cells cells;
    private final int n;
    private final int words;
    private final int width;

    /**
     * Open-addressing hash table of the chains: 128-bit hashes here, and in {@code heads} the place of each chain's
     * newest state plus 1.
     */
    private long[] keys = new long[2 * 1_024];

    private int[] heads = new int[1_024];
    private int chains;

    /**
     * For each place of the table: the words of a state, then the place of the next state in its chain plus 1. Two more
     * words of each place are the place of the predecessor state, and the event that led from the predecessor to the
     * state.
     */
    private int[][] pages = new int[16][];

    private int places;
    private long size;
    private long dropped;

    Antichain(Cells cells, int members, int words) {
        this.cells = cells;
        n = members;
        this.words = words;
        width = words + 3;
    }

    long size() {
        return size;
    }

    long dropped() {
        return dropped;
    }

    int chains() {
        return chains;
    }

    long bytes() {
        return 20L * heads.length + 4L * width * places;
    }

    /**
     * Adds a global state to the table unless another state covers the added state.
     *
     * @param states array that holds the state from index {@code at} on: the members' cells, then the history and the
     *     claims, then the unused part of the bounds
     * @param low lower half of a hash of the members' states, the history and the claims; {@code high} is the upper
     *     half.
     * @param from place of the state from which the search reached the state, by the event {@code how}
     * @return whether the state was added to the table
     */
    boolean add(int[] states, int at, long low, long high, int from, int how) {
        if (low == 0 && high == 0) high = 1;
        int slot = slot(low, high);
        int before = 0;
        for (int place = heads[slot]; place != 0; ) {
            int[] page = pages[(place - 1) >> PAGE_LOG];
            int there = offset(place - 1);
            int next = page[there + words];
            if (covers(page, there, states, at)) return false;
            if (covers(states, at, page, there)) {
                if (before == 0) heads[slot] = next;
                else link(before, next);
                page[there + words] = COVERED;
                size--;
                dropped++;
            } else {
                before = place;
            }
            place = next;
        }
        boolean fresh = keys[2 * slot] == 0 && keys[2 * slot + 1] == 0;
        int place = place();
        int[] page = pages[(place - 1) >> PAGE_LOG];
        int to = offset(place - 1);
        System.arraycopy(states, at, page, to, words);
        page[to + words] = heads[slot];
        page[to + words + 1] = from;
        page[to + words + 2] = how;
        heads[slot] = place;
        size++;
        if (fresh) {
            keys[2 * slot] = low;
            keys[2 * slot + 1] = high;
            if (3 * ++chains > 2 * heads.length) grow();
        }
        return true;
    }

    private void link(int place, int next) {
        pages[(place - 1) >> PAGE_LOG][offset(place - 1) + words] = next;
    }

    private int offset(int place) {
        return (place & ((1 << PAGE_LOG) - 1)) * width;
    }

    /**
     * Number of places of the table that were ever occupied; a state keeps its place even after a later state covers
     * it.
     */
    int places() {
        return places;
    }

    /** Returns false if another state covers the state at {@code place}. */
    boolean get(int place, int[] to, int at) {
        int[] page = pages[place >> PAGE_LOG];
        int from = offset(place);
        System.arraycopy(page, from, to, at, words);
        return page[from + words] != COVERED;
    }

    int from(int place) {
        return pages[place >> PAGE_LOG][offset(place) + words + 1];
    }

    int how(int place) {
        return pages[place >> PAGE_LOG][offset(place) + words + 2];
    }

    private int place() {
        int page = places >> PAGE_LOG;
        if (page == pages.length) pages = Arrays.copyOf(pages, 2 * page);
        if (pages[page] == null) pages[page] = new int[width << PAGE_LOG];
        return ++places;
    }

    /** The states in the two arrays must have equal member states. */
    private boolean covers(int[] a, int fromA, int[] b, int fromB) {
        if (!Cost.covers(a[fromA + words - 1], b[fromB + words - 1])) return false;
        for (int r = 0; r < n; r++) {
            int one = a[fromA + r];
            int other = b[fromB + r];
            if (one != other && !Blocks.contains(cells.box(one), cells.box(other))) return false;
        }
        return true;
    }

    private int slot(long low, long high) {
        int mask = heads.length - 1;
        int slot = (int) Hash128.mix(low) & mask;
        while (!(keys[2 * slot] == low && keys[2 * slot + 1] == high)
                && !(keys[2 * slot] == 0 && keys[2 * slot + 1] == 0)) slot = (slot + 1) & mask;
        return slot;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldHeads = heads;
        keys = new long[2 * oldKeys.length];
        heads = new int[2 * oldHeads.length];
        for (int i = 0; i < oldHeads.length; i++) {
            if (oldKeys[2 * i] == 0 && oldKeys[2 * i + 1] == 0) continue;
            int slot = slot(oldKeys[2 * i], oldKeys[2 * i + 1]);
            keys[2 * slot] = oldKeys[2 * i];
            keys[2 * slot + 1] = oldKeys[2 * i + 1];
            heads[slot] = oldHeads[i];
        }
    }
}
