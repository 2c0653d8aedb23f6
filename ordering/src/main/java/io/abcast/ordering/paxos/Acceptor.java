package io.abcast.ordering.paxos;

import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The acceptor (the voting part of a member) in Paxos and in Fast Paxos, with one promise for all slots. The member
 * sends a promise or a vote of the acceptor to other members only after the promise or vote is durable.
 *
 * <p>Source of the rules: Mahamdi et al., 2023, section II-C and algorithm 2; Lamport 1998; for fast rounds Lamport
 * 2006, section 3.1.
 */
public class Acceptor {
    private long promised = Ballot.NONE;

    /**
     * The acceptor's newest vote in each slot, by slot; only for slots near the applied slots ({@code
     * Consensus#slotsMax}) and slots whose decision is not durable here.
     */
    private final TreeMap<Long, Vote> votes = new TreeMap<>();

    /** The highest ballot that the acceptor has promised to join; it accepts no value in a lower ballot. */
    public long promised() {
        return promised;
    }

    /**
     * Promises {@code ballot}, also repeatedly, so that the acceptor ignores lower ballots; false if it has promised a
     * higher ballot. In Mahamdi et al., 2023, a participant "agrees to join the ballot b if and only if b is greater
     * than the most recent ballot number in which p has already participated".
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
     * Accepts {@code value} in a fast round if it is the first value that arrives for the slot.
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
     * Restores a vote that the acceptor recorded before the restart, after {@link #restore(WireReader)} has restored
     * the promise. A crash may leave a vote in the storage without the promise of its ballot, so restoring a vote also
     * raises the promise.
     */
    public void restore(Vote vote) {
        promised = Math.max(promised, vote.ballot());
        votes.put(vote.slot(), vote);
    }
}
