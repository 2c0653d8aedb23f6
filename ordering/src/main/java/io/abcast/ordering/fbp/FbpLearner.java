package io.abcast.ordering.fbp;

import io.abcast.kernel.Digest;
import io.abcast.kernel.QueueVisitor;
import java.util.TreeMap;

/**
 * For each slot, counts three kinds of members: those that have accepted a value, those that have learned a value, and
 * those that are satisfied (steps 2 to 4 of Martin and Alvisi 2006). State is kept only for slots that are {@linkplain
 * Decisions#isNear near}.
 */
class FbpLearner {
    private final FbpQuorums quorums;

    /** The newest vote of one acceptor in one slot. */
    private record Heard(long regency, Digest digest) {}

    /** By slot and rank of the acceptor: the newest vote. */
    private final TreeMap<Long, Heard[]> accepted = new TreeMap<>();

    /** By slot: the members that have learned the value, with one bit per rank. */
    private final TreeMap<Long, Integer> learned = new TreeMap<>();

    /** By slot: the members that are satisfied, with one bit per rank. */
    private final TreeMap<Long, Integer> satisfied = new TreeMap<>();

    FbpLearner(FbpQuorums quorums) {
        this.quorums = quorums;
    }

    /**
     * Records that the acceptor with rank {@code rank} has accepted the value with digest {@code digest}. In each slot
     * and regency, only one vote of a member counts.
     *
     * @return whether enough acceptors have accepted this value in that regency
     */
    final boolean accepted(int rank, long slot, long regency, Digest digest) {
        Heard[] votes = accepted.computeIfAbsent(slot, s -> new Heard[quorums.members()]);
        // An honest acceptor accepts one value per regency, so a second value does not count.
        if (votes[rank] != null && votes[rank].regency() >= regency) return false;
        votes[rank] = new Heard(regency, digest);
        int same = 0;
        for (Heard other : votes)
            if (other != null && other.regency() == regency && other.digest().equals(digest))
                same++;
        return isQuorum(same);
    }

    /** Whether a value is chosen if {@code acceptors} acceptors have accepted it in one regency. */
    boolean isQuorum(int acceptors) {
        return acceptors >= quorums.accepted();
    }

    /**
     * Records that the member with rank {@code rank} has learned the value of {@code slot}.
     *
     * @return whether this member completes the quorum of members that have learned
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
     * Records an announcement of the member with rank {@code rank} for a slot.
     *
     * @return number of members that have made this announcement for the slot; 0 if the member had made it before
     */
    private static int mark(TreeMap<Long, Integer> ranks, int rank, long slot) {
        int before = ranks.getOrDefault(slot, 0);
        int now = before | 1 << rank;
        ranks.put(slot, now);
        return now == before ? 0 : Integer.bitCount(now);
    }

    /** See {@link io.abcast.ordering.log.Consensus#visitQueues}. */
    final void visitQueues(QueueVisitor to, long slotsMax) {
        to.queue("slots being learned", accepted.size(), slotsMax);
        to.queue("slots learned", learned.size(), slotsMax);
        to.queue("slots satisfied", satisfied.size(), slotsMax);
    }

    /** Forgets votes up to {@code applied}, and all other state up to {@code through}. */
    final void forget(long applied, long through) {
        accepted.headMap(applied, true).clear();
        learned.headMap(through, true).clear();
        satisfied.headMap(through, true).clear();
    }
}
