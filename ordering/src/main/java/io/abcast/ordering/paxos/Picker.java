package io.abcast.ordering.paxos;

import io.abcast.ordering.log.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * Chooses the value that the owner of a ballot may propose in a slot, from the votes of a classic quorum in lower
 * ballots.
 *
 * <p>Source of the choice: Mahamdi et al., 2023, algorithm 2, line 27: "the value associated with the biggest bal for
 * all acceptVal". If the votes in the biggest ballot are from a fast round, observation O4 of Lamport 2006, section
 * 2.2, applies.
 */
public class Picker {
    private final Quorums quorums;

    public Picker(Quorums quorums) {
        this.quorums = quorums;
    }

    /**
     * Returns the value that the owner of the ballot must propose in a slot; {@code null} if the owner may propose any
     * value.
     *
     * @param votes the newest votes of the reporting acceptors in the slot, one for each acceptor that has accepted a
     *     value in the slot.
     * @param reporters number of acceptors that have reported their vote in the slot or its lack: at least a classic
     *     quorum, unless a majority of the acceptors has lost its votes
     * @throws IllegalStateException if acceptors have accepted two values in one classic ballot of the slot; the
     *     message of the exception names both values
     */
    public Value pick(List<Vote> votes, int reporters) {
        assert reporters >= votes.size() : reporters + " reporters of " + votes;
        long highest = Ballot.NONE;
        for (Vote vote : votes) highest = Math.max(highest, vote.ballot());
        if (highest == Ballot.NONE) return null;
        List<Vote> there = new ArrayList<>();
        for (Vote vote : votes) if (vote.ballot() == highest) there.add(vote);
        for (Vote vote : there) {
            boolean both = vote.fast() && there.get(0).fast();
            if (!both && !vote.value().equals(there.get(0).value()))
                throw new Contradiction(highest, vote.slot(), there.get(0).value(), vote.value());
        }
        return there.get(0).fast() ? pickFast(there, reporters) : there.get(0).value();
    }

    /**
     * Chooses a value for a slot after a fast round, by observation O4 of Lamport 2006. A value may have been chosen in
     * the fast round if enough acceptors for a fast quorum have voted for the value or have not reported. If several
     * values may have been chosen after a loss of votes, {@code pickFast} returns the value with the most votes. If no
     * value can have been chosen and the votes differ, {@code pickFast} returns {@code null}.
     */
    protected Value pickFast(List<Vote> votes, int reporters) {
        int silent = quorums.acceptors() - reporters;
        Value chosen = null;
        int most = 0;
        boolean alone = true;
        for (Vote vote : votes) {
            alone &= vote.value().equals(votes.get(0).value());
            int same = 0;
            for (Vote other : votes) if (other.value().equals(vote.value())) same++;
            if (same + silent < quorums.fast() || same <= most) continue;
            most = same;
            chosen = vote.value();
        }
        return alone ? votes.get(0).value() : chosen;
    }
}
