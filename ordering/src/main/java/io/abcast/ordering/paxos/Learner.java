package io.abcast.ordering.paxos;

import io.abcast.kernel.QueueVisitor;
import io.abcast.ordering.log.Name;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Counts who has accepted what: "when a participant receives a quorum of accepted messages for the same ballot number, then it
 * decides the definitive value" (Mahamdi et al. 2023, section II-C). An acceptor counts once per ballot, however often it
 * repeats itself. Values are counted by their names.
 */
public final class Learner {
    /** Who has accepted one value in one ballot of an instance. */
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

    /** Bound: the slots of which the member keeps anything; in each a tally for each member, since none has two that count. */
    private final TreeMap<Long, List<Tally>> slots = new TreeMap<>();

    public Learner(Quorums quorums) {
        this.quorums = quorums;
    }

    /**
     * The acceptor of that rank has accepted the value.
     *
     * @return whether a quorum has now
     * @throws IllegalStateException if another value was accepted in that ballot, and the ballot is classic; the message names both
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
            // Its newest vote is the one that counts; the others can only be completed without it.
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

    /** Whether so many different values were taken in that fast round that none can reach a quorum any more. */
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

    /** The highest instance in which anybody has accepted anything, as far as was heard; 0 if none. */
    public long highest() {
        return slots.isEmpty() ? 0 : slots.lastKey();
    }

    /** These instances need not be learned any more. */
    public void forget(long throughSlot) {
        slots.headMap(throughSlot, true).clear();
    }

    /** See {@link io.abcast.ordering.log.Consensus#visitQueues}. */
    void visitQueues(QueueVisitor to, long slotsMax) {
        to.queue("slots being learned", slots.size(), slotsMax);
        if (slots.isEmpty()) return;
        to.queue("tallies", slots.firstEntry().getValue().size(), quorums.acceptors());
        to.queue("tallies", slots.lastEntry().getValue().size(), quorums.acceptors());
    }

    /** Bits of the ranks that have accepted anything in that ballot of the instance. */
    public int accepters(long slot, long ballot) {
        int ranks = 0;
        List<Tally> tallies = slots.get(slot);
        if (tallies == null) return 0;
        for (Tally tally : tallies) if (tally.ballot == ballot) ranks |= tally.ranks;
        return ranks;
    }
}
