package io.abcast.dissemination.cooper.gossip;

import io.abcast.dissemination.cooper.Cycles;
import java.util.Arrays;
import java.util.BitSet;

/**
 * A gossip node's knowledge of the other nodes (topology and status in Liu 2015, chapter 5): reachable members, next
 * receiver, and members that get no offers.
 */
final class GossipPeers {
    private static final int PERMUTATIONS = 1024;

    private static final int UNKNOWN = -1;

    private final int self;
    private final int source;
    private final Cycles cycles;
    private final int[] successors = new int[PERMUTATIONS];

    /**
     * The reachable members including this node, in ascending order of id; permutations are of indices into this array.
     */
    private int[] members;

    private final BitSet shunned = new BitSet();

    /** The members that have answered SHUNNED: they accept no blocks from this node. */
    private final BitSet deaf = new BitSet();

    private long[] askAgain = new long[0];
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
        // A member that has restarted may have forgotten that it shunned this node.
        deaf.clear();
    }

    void forgetAbsent(BitSet nodes) {
        for (int node = nodes.nextSetBit(0); node >= 0; node = nodes.nextSetBit(node + 1))
            if (!contains(node)) nodes.clear(node);
    }

    int[] members() {
        return members;
    }

    /** Number of reachable members in the set {@code nodes} whose ids are below this node's id. */
    int before(BitSet nodes) {
        int before = 0;
        for (int member : members) if (member < self && nodes.get(member)) before++;
        return before;
    }

    int othersBefore(int node, BitSet nodes) {
        int before = 0;
        for (int member : members) if (member < node && !nodes.get(member)) before++;
        return before;
    }

    int among(BitSet nodes) {
        int among = 0;
        for (int member : members) if (nodes.get(member)) among++;
        return among;
    }

    boolean contains(int node) {
        return Arrays.binarySearch(members, node) >= 0;
    }

    /**
     * The member whose sent blocks define the round number: the source or, if unreachable, the next reachable member
     * after it.
     */
    int pacer() {
        for (int member : members) if (member >= source) return member;
        return members[0];
    }

    boolean sourceReachable() {
        return contains(source);
    }

    void invited(int by) {
        if (by < askAgain.length) askAgain[by] = 0;
        invitedBy = by;
    }

    /**
     * Returns this node's successor in the next permutation of the members; -1 if this node must not offer it a block
     * now.
     */
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

    boolean shun(int node) {
        boolean fresh = !shunned.get(node);
        shunned.set(node);
        return fresh;
    }

    boolean alone() {
        return members.length < 2;
    }

    /**
     * Returns false if no other member is reachable, because this node must keep its batches for members that come
     * later.
     */
    boolean allIn(BitSet finished) {
        if (alone() || finished.cardinality() + shunned.cardinality() < members.length)
            return false;
        for (int member : members) if (!shunned.get(member) && !finished.get(member)) return false;
        return true;
    }
}
