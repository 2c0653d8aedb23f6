package io.abcast.ordering.fbp;

import io.abcast.kernel.Digest;
import io.abcast.kernel.QueueVisitor;
import java.util.TreeMap;

/**
 * For each slot, counts the members that have accepted a value, have learned the value, or know that enough members
 * have learned the value (are satisfied). Source of the counts: steps 2 to 4 of Martin and Alvisi 2006. The learner
 * keeps counts only for slots near the applied slots, see {@link Decisions#isNear}.
 */
class FbpLearner {
    private final FbpQuorums quorums;

    /** The newest vote of one acceptor in one slot. */
    private record Heard(long regency, Digest digest) {}

    /** The newest vote of each acceptor: the key is the slot, and the array index is the rank of the acceptor. */
    private final TreeMap<Long, Heard[]> accepted = new TreeMap<>();

    /** For each slot: the members that have learned the value of the slot, with one bit per rank. */
    private final TreeMap<Long, Integer> learned = new TreeMap<>();

    /**
     * For each slot: the members that have announced that enough members have learned the value of the slot, with one
     * bit per rank.
     */
    private final TreeMap<Long, Integer> satisfied = new TreeMap<>();

    FbpLearner(FbpQuorums quorums) {
        this.quorums = quorums;
    }

    /**
     * Records that the acceptor with rank {@code rank} has accepted the value with this digest. In each slot and
     * regency (leader's term), only the first vote of an acceptor counts.
     *
     * @return whether enough acceptors have accepted the value with this digest in {@code regency}
     */
    final boolean accepted(int rank, long slot, long regency, Digest digest) {
        Heard[] votes = accepted.computeIfAbsent(slot, s -> new Heard[quorums.members()]);
        // An honest acceptor accepts only one value per slot and regency (leader's term), so a
        // second value of the same acceptor does not count.
        if (votes[rank] != null && votes[rank].regency() >= regency) return false;
        votes[rank] = new Heard(regency, digest);
        int same = 0;
        for (Heard other : votes)
            if (other != null && other.regency() == regency && other.digest().equals(digest))
                same++;
        return isQuorum(same);
    }

    /**
     * Whether as many acceptors as {@code acceptors} can choose a value that all of them accept in one regency
     * (leader's term).
     */
    boolean isQuorum(int acceptors) {
        return acceptors >= quorums.accepted();
    }

    /**
     * Records that the member with rank {@code rank} has learned the value of {@code slot}.
     *
     * @return whether the announcement of the member with rank {@code rank} completes the quorum of members that have
     *     learned the value of {@code slot}
     */
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

    /**
     * Passes the lengths and bounds of the maps of votes to the visitor {@code to}, see {@link
     * io.abcast.ordering.log.Consensus#visitQueues}.
     */
    final void visitQueues(QueueVisitor to, long slotsMax) {
        to.queue("slots being learned", accepted.size(), slotsMax);
        to.queue("slots learned", learned.size(), slotsMax);
        to.queue("slots satisfied", satisfied.size(), slotsMax);
    }

    /**
     * Forgets the votes in slots up to {@code applied}, and the learned and satisfied members of slots up to {@code
     * through}.
     */
    final void forget(long applied, long through) {
        accepted.headMap(applied, true).clear();
        learned.headMap(through, true).clear();
        satisfied.headMap(through, true).clear();
    }
}
