package io.abcast.ordering.paxos;

import io.abcast.kernel.QueueVisitor;
import io.abcast.ordering.log.Name;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * For each slot and ballot, counts the acceptors that have accepted a value, by the name of the value. Mahamdi et al.,
 * 2023, section II-C: "when a participant receives a quorum of accepted messages for the same ballot number, then it
 * decides the definitive value". In each ballot of a slot an acceptor counts only once, even if the acceptor repeats
 * its message.
 */
public final class Learner {
    static final class Tally {
        final long ballot;
        final boolean fast;
        final Name name;
        int ranks;

        Tally(long ballot, boolean fast, Name name) {
            this.ballot = ballot;
            this.fast = fast;
            this.name = name;
        }

        int count() {
            return Integer.bitCount(ranks);
        }
    }

    private final Quorums quorums;

    /**
     * For each slot: which acceptors have accepted which value in which ballot; at most one tally per member, because
     * only its newest vote counts.
     */
    private final TreeMap<Long, List<Tally>> slots = new TreeMap<>();

    public Learner(Quorums quorums) {
        this.quorums = quorums;
    }

    /**
     * Records that the acceptor with rank {@code rank} has accepted a value in {@code ballot} of {@code slot}.
     *
     * @return whether the vote of the acceptor with rank {@code rank} completes a quorum for the value
     * @throws IllegalStateException if acceptors have accepted two values in the same classic ballot of the slot; the
     *     message of the exception names both values
     */
    public boolean accepted(int rank, long slot, long ballot, boolean fast, Name name) {
        List<Tally> tallies = slots.computeIfAbsent(slot, s -> new ArrayList<>(1));
        Tally found = null;
        for (int i = tallies.size() - 1; i >= 0; i--) {
            Tally tally = tallies.get(i);
            boolean same = tally.ballot == ballot && tally.fast == fast;
            boolean named = tally.name.equals(name);
            if (tally.ballot == ballot && !named && !(fast && tally.fast))
                throw new Contradiction(ballot, slot, tally.name, name);
            if (same && named) found = tally;
            // Only the newest vote of an acceptor in a slot counts, so the acceptor is removed from
            // the tallies of its older votes.
            else if (tally.ballot < ballot) tally.ranks &= ~(1 << rank);
            else if ((tally.ranks >> rank & 1) != 0) return false;
            if (tally.ranks == 0) tallies.remove(i);
        }
        if (found == null) {
            found = new Tally(ballot, fast, name);
            tallies.add(found);
        }
        found.ranks |= 1 << rank;
        return found.count() >= (fast ? quorums.fast() : quorums.classic());
    }

    /**
     * Whether the votes in a fast round are split between several values, so that no value can reach a quorum in that
     * round.
     */
    public boolean collided(long slot, long ballot) {
        List<Tally> tallies = slots.get(slot);
        if (tallies == null || tallies.size() < 2) return false;
        int voted = 0;
        int most = 0;
        for (Tally tally : tallies) {
            if (tally.ballot != ballot || !tally.fast) continue;
            voted += tally.count();
            most = Math.max(most, tally.count());
        }
        return voted > most && most + quorums.acceptors() - voted < quorums.fast();
    }

    /**
     * The highest slot in which an acceptor has accepted a value, as far as this member knows; 0 if no acceptor has
     * accepted a value.
     */
    public long highest() {
        return slots.isEmpty() ? 0 : slots.lastKey();
    }

    /** Forgets the votes in slots up to {@code throughSlot}, whose decisions this member has learned. */
    public void forget(long throughSlot) {
        slots.headMap(throughSlot, true).clear();
    }

    void visitQueues(QueueVisitor to, long slotsMax) {
        to.queue("slots being learned", slots.size(), slotsMax);
        if (slots.isEmpty()) return;
        to.queue("tallies", slots.firstEntry().getValue().size(), quorums.acceptors());
        to.queue("tallies", slots.lastEntry().getValue().size(), quorums.acceptors());
    }

    /** The members that have accepted a value in {@code ballot} of {@code slot}, with one bit per rank. */
    public int accepters(long slot, long ballot) {
        int ranks = 0;
        List<Tally> tallies = slots.get(slot);
        if (tallies == null) return 0;
        for (Tally tally : tallies) if (tally.ballot == ballot) ranks |= tally.ranks;
        return ranks;
    }
}
