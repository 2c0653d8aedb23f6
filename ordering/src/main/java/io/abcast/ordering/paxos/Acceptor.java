package io.abcast.ordering.paxos;

import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The acceptor (the voting part of a member) in Paxos and in Fast Paxos. One promise of the acceptor covers all slots;
 * a slot is one instance of consensus. The member sends a promise or a vote of the acceptor to other members only after
 * the promise or vote is durable. The member writes the acceptor's promise and each vote to its storage in separate
 * records.
 *
 * <p>Source of the rules: Mahamdi et al., 2023, section II-C and algorithm 2; Lamport 1998; for fast rounds Lamport
 * 2006, section 3.1.
 */
public class Acceptor {
    private long promised = Ballot.NONE;

    /**
     * The acceptor's newest vote in each slot, by slot. The map contains only votes in the slots near the applied slots
     * ({@code Consensus#slotsMax}), and in slots whose decision is not durable at this member.
     */
    private final TreeMap<Long, Vote> votes = new TreeMap<>();

    /**
     * The highest ballot that the acceptor has promised to join. The promised ballot never decreases, and the acceptor
     * accepts no value in a lower ballot.
     */
    public long promised() {
        return promised;
    }

    /**
     * Promises {@code ballot}: the acceptor then ignores lower ballots. In Mahamdi et al., 2023, a participant "agrees
     * to join the ballot b if and only if b is greater than the most recent ballot number in which p has already
     * participated". If a candidate repeats its request for a ballot, the acceptor repeats its promise of the ballot.
     * The method {@code prepare} returns false if the acceptor has promised a higher ballot than {@code ballot}.
     */
    public boolean prepare(long ballot) {
        if (ballot < promised) return false;
        promised = ballot;
        return true;
    }

    /**
     * Accepts {@code value} in {@code slot} if the acceptor has joined no higher ballot: "only if it does not take part
     * in another more recent ballot" (Mahamdi et al., 2023).
     *
     * @throws IllegalStateException if the acceptor has accepted another value in {@code slot} and {@code ballot}; the
     *     message of the exception names both values
     */
    public boolean accept(long ballot, long slot, Value value) {
        if (ballot < promised) return false;
        Vote vote = votes.get(slot);
        if (vote != null && vote.ballot() == ballot && !vote.value().equals(value))
            throw new Contradiction(ballot, slot, vote.value(), value);
        promised = ballot;
        votes.put(slot, new Vote(slot, ballot, false, value));
        return true;
    }

    /**
     * Accepts {@code value} in a fast round, in which every member may propose values. In a fast round, the acceptor
     * accepts only the first value that arrives for a slot.
     *
     * @return whether {@code value} is the acceptor's vote in the fast round, since this call or since an earlier call
     */
    public boolean acceptFast(long ballot, long slot, Value value) {
        if (ballot != promised) return false;
        Vote vote = votes.get(slot);
        if (vote != null && vote.ballot() == ballot)
            return vote.fast() && vote.value().equals(value);
        votes.put(slot, new Vote(slot, ballot, true, value));
        return true;
    }

    /** The acceptor's vote in {@code slot}; {@code null} if the acceptor has not voted in the slot. */
    public Vote vote(long slot) {
        return votes.get(slot);
    }

    /** The votes of the acceptor in the slots {@code from} to {@code through}, in ascending order of slots. */
    public List<Vote> votes(long from, long through) {
        return new ArrayList<>(votes.subMap(from, true, through, true).values());
    }

    /** The highest slot in which the acceptor has a vote; 0 if the acceptor has no vote. */
    public long highest() {
        return votes.isEmpty() ? 0 : votes.lastKey();
    }

    /**
     * Forgets the votes in all slots up to {@code throughSlot}, because this member holds the decisions of these slots
     * durably.
     */
    public void forget(long throughSlot) {
        votes.headMap(throughSlot, true).clear();
    }

    /**
     * Passes the length and the bound of the map of votes to the visitor {@code to}, see {@link
     * io.abcast.ordering.log.Consensus#visitQueues}.
     */
    final void visitQueues(QueueVisitor to, long slotsMax) {
        to.queue("votes", votes.size(), slotsMax);
    }

    /** Writes the acceptor's promise, without the votes; {@link Vote#write} writes a vote. */
    public void write(WireWriter out) {
        out.varint(promised);
    }

    /** Restores the acceptor's promise from the output of {@link #write}, and forgets all votes. */
    public void restore(WireReader in) {
        promised = in.varint();
        votes.clear();
    }

    /**
     * Restores a vote that the acceptor recorded before the restart. The engine first restores the promise with {@link
     * #restore(WireReader)}, then the votes. A crash may leave a vote in the storage without the promise of the vote's
     * ballot, so restoring a vote also raises the promise to the vote's ballot.
     */
    public void restore(Vote vote) {
        promised = Math.max(promised, vote.ballot());
        votes.put(vote.slot(), vote);
    }
}
