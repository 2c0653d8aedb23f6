package io.abcast.dissemination.cooper.gossip;

import io.abcast.dissemination.cooper.Cycles;
import java.util.Arrays;
import java.util.BitSet;

/** Topology and status (Liu 2015, chapter 5), kept by every node for itself: whom there is, who is next, who need not be asked. */
final class GossipPeers {
    /** After so many permutations the first comes again: they are made once. */
    private static final int PERMUTATIONS = 1024;

    private static final int UNKNOWN = -1;

    private final int self;
    private final int source;
    private final Cycles cycles;

    /** This node's successor in each permutation, as far as it was asked for. */
    private final int[] successors = new int[PERMUTATIONS];

    /** Reachable, with this node, ascending: the places of the cycles. */
    private int[] members;

    private final BitSet shunned = new BitSet();

    /** Those who take nothing from this node. */
    private final BitSet deaf = new BitSet();

    private long[] askAgain = new long[0];

    /** Until when who has too many batches open is offered nothing of others. */
    private long[] fullUntil = new long[0];

    private long attempts;
    private int invitedBy = -1;

    GossipPeers(int self, int source, long seed) {
        this.self = self;
        this.source = source;
        this.cycles = Cycles.of(seed);
        reachable(new int[] {self});
    }

    void reachable(int[] ids) {
        members = ids.clone();
        Arrays.sort(members);
        Arrays.fill(successors, UNKNOWN);
        if (members.length > 0 && members[members.length - 1] >= askAgain.length) {
            askAgain = Arrays.copyOf(askAgain, members[members.length - 1] + 1);
            fullUntil = Arrays.copyOf(fullUntil, askAgain.length);
        }
        // Who comes back may have forgotten.
        deaf.clear();
    }

    /** Who is away may come back with nothing. */
    void forgetAbsent(BitSet nodes) {
        for (int node = nodes.nextSetBit(0); node >= 0; node = nodes.nextSetBit(node + 1))
            if (!contains(node)) nodes.clear(node);
    }

    int[] members() {
        return members;
    }

    /** How many of these members come before this node. */
    int before(BitSet nodes) {
        int before = 0;
        for (int member : members) if (member < self && nodes.get(member)) before++;
        return before;
    }

    /** How many of the members that are not among these come before one. */
    int othersBefore(int node, BitSet nodes) {
        int before = 0;
        for (int member : members) if (member < node && !nodes.get(member)) before++;
        return before;
    }

    /** How many of these are members. */
    int among(BitSet nodes) {
        int among = 0;
        for (int member : members) if (nodes.get(member)) among++;
        return among;
    }

    boolean contains(int node) {
        return Arrays.binarySearch(members, node) >= 0;
    }

    /** The source, or who comes after it among those that are left: its blocks are the rounds. */
    int pacer() {
        for (int member : members) if (member >= source) return member;
        return members[0];
    }

    boolean sourceReachable() {
        return contains(source);
    }

    /** One who was busy is not: it is asked before the next permutation. */
    void invited(int by) {
        if (by < askAgain.length) askAgain[by] = 0;
        invitedBy = by;
    }

    /** The successor in the next permutation: -1 when that is nobody to be asked now. */
    int next(long nowNanos) {
        if (alone() || !contains(self)) return -1;
        int to = invitedBy;
        invitedBy = -1;
        if (to < 0 || !contains(to)) to = successor((int) (attempts++ % PERMUTATIONS));
        return shunned.get(to) || deaf.get(to) || askAgain[to] > nowNanos ? -1 : to;
    }

    private int successor(int permutation) {
        if (successors[permutation] == UNKNOWN) {
            int place = Arrays.binarySearch(members, self);
            successors[permutation] =
                    members[cycles.successors(permutation, members.length)[place]];
        }
        return successors[permutation];
    }

    void notBefore(int node, long nanos) {
        if (node < askAgain.length) askAgain[node] = nanos;
    }

    void full(int node, long untilNanos) {
        if (node < fullUntil.length) fullUntil[node] = untilNanos;
    }

    boolean isFull(int node, long nowNanos) {
        return fullUntil[node] > nowNanos;
    }

    void deaf(int node) {
        deaf.set(node);
    }

    boolean isShunned(int node) {
        return shunned.get(node);
    }

    /** @return whether that is new */
    boolean shun(int node) {
        boolean fresh = !shunned.get(node);
        shunned.set(node);
        return fresh;
    }

    /** Nobody else is reachable. */
    boolean alone() {
        return members.length < 2;
    }

    /** Whether all that count have finished, reachable and not shunned, and there are others: who is alone keeps what it has for them. */
    boolean allIn(BitSet finished) {
        if (alone() || finished.cardinality() + shunned.cardinality() < members.length)
            return false;
        for (int member : members) if (!shunned.get(member) && !finished.get(member)) return false;
        return true;
    }
}
