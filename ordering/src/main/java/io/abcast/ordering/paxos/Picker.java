package io.abcast.ordering.paxos;

import io.abcast.ordering.log.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * From the votes of a classic quorum in lower ballots, chooses the value that the owner of a ballot may propose in a
 * slot. Any other value could contradict a decision.
 *
 * <p>Source: Mahamdi et al. 2023, algorithm 2, line 27: "the value associated with the biggest bal for all acceptVal".
 * If the biggest ballot was a fast round, observation O4 of Lamport 2006, section 2.2, applies.
 */
public class Picker {
    private final Quorums quorums;

    public Picker(Quorums quorums) {
        this.quorums = quorums;
    }

    /**
     * Returns the value that the owner of the ballot must propose; {@code null} if the owner may propose any value.
     *
     * @param votes votes of {@code reporters} acceptors, one for each that has accepted a value in the slot.
     * @param reporters number of members of which it is known whether they have a vote in the slot. The number is at
     *     least a classic quorum, unless a majority has lost its votes at one time. After such a loss, the remaining
     *     votes may allow that any of several values was chosen
     * @throws IllegalStateException if two values were accepted in one classic ballot; the message names both values
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
     * Applies observation O4: a value may have been chosen in the fast round if a fast quorum could consist of
     * acceptors that voted for the value and of acceptors that did not report. If a classic quorum has reported, at
     * most one value may have been chosen. Otherwise the value with the most votes is returned. If all votes are for
     * one value, that value is returned.
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
