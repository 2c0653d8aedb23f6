package io.abcast.ordering.paxos;

import io.abcast.kernel.QueueVisitor;
import io.abcast.kernel.WireReader;
import io.abcast.kernel.WireWriter;
import io.abcast.ordering.log.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The acceptor of Paxos and of Fast Paxos, for any number of instances ("slots") that share one promise. All of it must be
 * durable before a message announces it: the caller sends what a call answers only then. The promise and each vote are written apart.
 *
 * <p>Source: Mahamdi et al. 2023, section II-C and algorithm 2; Lamport 1998; the fast rounds: Lamport 2006, section 3.1.
 */
public class Acceptor {
    private long promised = Ballot.NONE;

    /** By slot. Bound: the slots of which the member keeps anything, and those whose decisions are not durable. */
    private final TreeMap<Long, Vote> votes = new TreeMap<>();

    /** The highest ballot joined; it never decreases, and nothing below it is accepted. */
    public long promised() {
        return promised;
    }

    /**
     * "When a participant p receives a prepare message, it agrees to join the ballot b if and only if b is greater than the
     * most recent ballot number in which p has already participated." The same ballot again is the same promise.
     */
    public boolean prepare(long ballot) {
        if (ballot < promised) return false;
        promised = ballot;
        return true;
    }

    /**
     * Accepts "only if it does not take part in another more recent ballot".
     *
     * @throws IllegalStateException if the acceptor has accepted another value in that ballot; the message names both
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
     * In a fast round that is open for anybody's value: accepts the first one, and no other in this round.
     *
     * @return whether this is (still) its vote in that round
     */
    public boolean acceptFast(long ballot, long slot, Value value) {
        if (ballot != promised) return false;
        Vote vote = votes.get(slot);
        if (vote != null && vote.ballot() == ballot)
            return vote.fast() && vote.value().equals(value);
        votes.put(slot, new Vote(slot, ballot, true, value));
        return true;
    }

    /** Its vote in that instance, or {@code null}. */
    public Vote vote(long slot) {
        return votes.get(slot);
    }

    /** Votes in the instances from {@code from} to {@code through}, in order. */
    public List<Vote> votes(long from, long through) {
        return new ArrayList<>(votes.subMap(from, true, through, true).values());
    }

    /** The highest instance with a vote; 0 if there is none. */
    public long highest() {
        return votes.isEmpty() ? 0 : votes.lastKey();
    }

    /** These instances are decided and known durably by other means: their votes are not needed any more. */
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

    /** Promises what {@link #write} wrote, and has no votes. */
    public void restore(WireReader in) {
        promised = in.varint();
        votes.clear();
    }

    /** After {@link #restore}: a vote recorded before the restart. It may be durable although the promise that it was given under is not. */
    public void restore(Vote vote) {
        promised = Math.max(promised, vote.ballot());
        votes.put(vote.slot(), vote);
    }
}
