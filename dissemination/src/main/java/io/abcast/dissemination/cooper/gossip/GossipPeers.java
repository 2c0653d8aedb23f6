package io.abcast.dissemination.cooper.gossip;

import io.abcast.dissemination.cooper.Cycles;
import java.util.Arrays;
import java.util.BitSet;

/**
 * A gossip node's knowledge of the other nodes (topology and status in Liu 2015, chapter 5): the reachable members, the
 * next receiver, and the members that get no offers of blocks at present.
 */
final class GossipPeers {
    /**
     * Number of distinct permutations of the members that a node uses. A node computes each permutation once, and uses
     * it again after 1024 rounds.
     */
    private static final int PERMUTATIONS = 1024;

    private static final int UNKNOWN = -1;

    private final int self;
    private final int source;
    private final Cycles cycles;

    /** This node's successor in each permutation of the members that this node has used so far. */
    private final int[] successors = new int[PERMUTATIONS];

    /**
     * The reachable members including this node, in ascending order of id. A cycle over the members is a permutation of
     * indices into this array.
     */
    private int[] members;

    private final BitSet shunned = new BitSet();

    /** The members that have answered SHUNNED: they accept no blocks from this node. */
    private final BitSet deaf = new BitSet();

    private long[] askAgain = new long[0];

    /**
     * For each member with too many open batches: the time in ns until which this node offers the member no blocks of
     * other batches.
     */
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

    /**
     * Removes unreachable nodes from the set {@code nodes}, for example of nodes that have finished a batch. An
     * unreachable node may return without its data.
     */
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

    /** Number of reachable members outside the set {@code nodes} whose ids are below {@code node}. */
    int othersBefore(int node, BitSet nodes) {
        int before = 0;
        for (int member : members) if (member < node && !nodes.get(member)) before++;
        return before;
    }

    /** Number of nodes of the set {@code nodes} that are reachable members. */
    int among(BitSet nodes) {
        int among = 0;
        for (int member : members) if (nodes.get(member)) among++;
        return among;
    }

    boolean contains(int node) {
        return Arrays.binarySearch(members, node) >= 0;
    }

    /**
     * The pacer: the member whose sent blocks define the gossip's round number. The pacer is the source or, if the
     * source is not reachable, the next reachable member after the source.
     */
    int pacer() {
        for (int member : members) if (member >= source) return member;
        return members[0];
    }

    boolean sourceReachable() {
        return contains(source);
    }

    /**
     * Records that the member {@code by}, which was busy, can receive a block now. This node offers a block to the
     * member {@code by} before it uses the next permutation.
     */
    void invited(int by) {
        if (by < askAgain.length) askAgain[by] = 0;
        invitedBy = by;
    }

    /**
     * Returns this node's successor in the next permutation of the members; -1 if this node must not offer the
     * successor a block now.
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

    /**
     * Marks a node as shunned, so that this node accepts no more data from the shunned node.
     *
     * @return whether the other node was not shunned before this call
     */
    boolean shun(int node) {
        boolean fresh = !shunned.get(node);
        shunned.set(node);
        return fresh;
    }

    /** Whether no member except this node is reachable. */
    boolean alone() {
        return members.length < 2;
    }

    /**
     * Whether {@code finished}, the members that have finished a batch, contains all reachable members that are not
     * shunned. Returns false if no other member is reachable, because this node must keep its batches for members that
     * come later.
     */
    boolean allIn(BitSet finished) {
        if (alone() || finished.cardinality() + shunned.cardinality() < members.length)
            return false;
        for (int member : members) if (!shunned.get(member) && !finished.get(member)) return false;
        return true;
    }
}
