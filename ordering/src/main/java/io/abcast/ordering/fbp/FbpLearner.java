package io.abcast.ordering.fbp;

import io.abcast.kernel.Digest;
import io.abcast.kernel.QueueVisitor;
import java.util.TreeMap;

/**
 * For each slot near the applied slots, counts the members that have accepted a value, have learned the value, or know
 * that enough members have learned it (are satisfied). Source: steps 2 to 4 of Martin and Alvisi 2006.
 */
class FbpLearner {
    private final FbpQuorums quorums;

    private record Heard(long regency, Digest digest) {}

    /** The newest vote of each acceptor: the key is the slot, and the array index is the rank of the acceptor. */
    private final TreeMap<Long, Heard[]> accepted = new TreeMap<>();

    /** For each slot: the members that have learned the value of the slot, with one bit per rank. */
    private final TreeMap<Long, Integer> learned = new TreeMap<>();

    /**
     * For each slot: the members that know that enough members have learned the value of the slot, with one bit per
     * rank.
     */
    private final TreeMap<Long, Integer> satisfied = new TreeMap<>();

    FbpLearner(FbpQuorums quorums) {
        this.quorums = quorums;
    }

    /**
     * Records a vote; in each slot and regency (leader's term), only the first vote of an acceptor counts.
     *
     * @return whether enough acceptors have accepted the value with this digest in {@code regency}
     */
    final boolean accepted(int rank, long slot, long regency, Digest digest) {
        Heard[] votes = accepted.computeIfAbsent(slot, s -> new Heard[quorums.members()]);
        // An honest acceptor accepts only one value per slot and regency (leader's term), so a
        // second value does not count.
        if (votes[rank] != null && votes[rank].regency() >= regency) return false;
        votes[rank] = new Heard(regency, digest);
        int same = 0;
        for (Heard other : votes)
            if (other != null && other.regency() == regency && other.digest().equals(digest))
                same++;
        return isQuorum(same);
    }

    boolean isQuorum(int acceptors) {
        return acceptors >= quorums.accepted();
    }

    final boolean learned(int rank, long slot) {
        return mark(learned, rank, slot) == quorums.learned();
    }

    final boolean isLearned(long slot) {
        return Integer.bitCount(learned.getOrDefault(slot, 0)) >= quorums.learned();
    }

    final void satisfied(int rank, long slot) {
        mark(satisfied, rank, slot);
    }

    final boolean isSatisfied(long slot) {
        return Integer.bitCount(satisfied.getOrDefault(slot, 0)) >= quorums.learned();
    }

    /**
     * Sets the bit of the member with rank {@code rank} in the set of members for a slot.
     *
     * @return number of members whose bits are set for the slot; 0 if the member's bit was already set
     */
    private static int mark(TreeMap<Long, Integer> ranks, int rank, long slot) {
        int before = ranks.getOrDefault(slot, 0);
        int now = before | 1 << rank;
        ranks.put(slot, now);
        return now == before ? 0 : Integer.bitCount(now);
    }

    final void visitQueues(QueueVisitor to, long slotsMax) {
        to.queue("slots being learned", accepted.size(), slotsMax);
        to.queue("slots learned", learned.size(), slotsMax);
        to.queue("slots satisfied", satisfied.size(), slotsMax);
    }

    final void forget(long applied, long through) {
        accepted.headMap(applied, true).clear();
        learned.headMap(through, true).clear();
        satisfied.headMap(through, true).clear();
    }
}
