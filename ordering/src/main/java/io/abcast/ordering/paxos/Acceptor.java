package io.abcast.ordering.paxos;

import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The acceptor of Paxos and of Fast Paxos, for any number of instances ("slots") that share one promise. All state of
 * the acceptor must be durable before a message announces it. So after a call, the caller sends the answer only when
 * the state is durable. The promise and each vote are written separately.
 *
 * <p>Source: Mahamdi et al. 2023, section II-C and algorithm 2; Lamport 1998; for fast rounds Lamport 2006, section
 * 3.1.
 */
public class Acceptor {
    private long promised = Ballot.NONE;

    /**
     * By slot: the newest vote. The map has only slots for which the member keeps state, or whose decision is not
     * durable.
     */
    private final TreeMap<Long, Vote> votes = new TreeMap<>();

    /**
     * The highest ballot that the acceptor has joined; it never decreases. The acceptor accepts no value in a lower
     * ballot.
     */
    public long promised() {
        return promised;
    }

    /**
     * Promises a ballot. Mahamdi et al. 2023: a participant "agrees to join the ballot b if and only if b is greater
     * than the most recent ballot number in which p has already participated". If the same ballot is requested again,
     * the acceptor promises it again.
     */
    public boolean prepare(long ballot) {
        if (ballot < promised) return false;
        promised = ballot;
        return true;
    }

    /**
     * Accepts the value in the slot, "only if it does not take part in another more recent ballot", as the paper says.
     *
     * @throws IllegalStateException if the acceptor has accepted another value in this slot and ballot; the message
     *     names both values
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
     * Accepts a value in a fast round that is open for the values of all members. In this round, the acceptor accepts
     * only the first value of a slot.
     *
     * @return whether the value is, or already was, the vote in that round
     */
    public boolean acceptFast(long ballot, long slot, Value value) {
        if (ballot != promised) return false;
        Vote vote = votes.get(slot);
        if (vote != null && vote.ballot() == ballot)
            return vote.fast() && vote.value().equals(value);
        votes.put(slot, new Vote(slot, ballot, true, value));
        return true;
    }

    /** The vote in {@code slot}, or {@code null}. */
    public Vote vote(long slot) {
        return votes.get(slot);
    }

    /** Votes in the slots from {@code from} to {@code through}, in order. */
    public List<Vote> votes(long from, long through) {
        return new ArrayList<>(votes.subMap(from, true, through, true).values());
    }

    /** The highest slot with a vote; 0 if there is no vote. */
    public long highest() {
        return votes.isEmpty() ? 0 : votes.lastKey();
    }

    /** Forgets the votes of these slots, because their decisions are known durably. */
    public void forget(long throughSlot) {
        votes.headMap(throughSlot, true).clear();
    }

    /** See {@link io.abcast.ordering.log.Consensus#visitQueues}. */
    final void visitQueues(QueueVisitor to, long slotsMax) {
        to.queue("votes", votes.size(), slotsMax);
    }

    /** Writes the promise; votes are written by {@link Vote#write}. */
    public void write(WireWriter out) {
        out.varint(promised);
    }

    /** Restores the promise from the output of {@link #write}, without votes. */
    public void restore(WireReader in) {
        promised = in.varint();
        votes.clear();
    }

    /**
     * Restores a vote recorded before the restart. Called after {@link #restore}. The vote may be durable although the
     * promise of its ballot is not durable.
     */
    public void restore(Vote vote) {
        promised = Math.max(promised, vote.ballot());
        votes.put(vote.slot(), vote);
    }
}
