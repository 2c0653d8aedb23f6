package io.abcast.zab;

import io.abcast.kernel.QueueVisitor;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;

/**
 * Handles linearizable reads at the leader. The leader sends a round of pings after a read has arrived. The read waits
 * until a quorum, which includes the leader, has answered that round. The answers show that no other leader can have
 * committed an entry before the read began.
 *
 * <p><b>Bound:</b> {@link #WAITING_MAX} reads, plus one for each member. If {@link #WAITING_MAX} reads wait, a further
 * read replaces the last read of the same member, because one answer covers all earlier reads of that member.
 */
final class LeaderReads {
    static final int WAITING_MAX = 4_096;

    /** A waiting read. {@code from} is the follower's session to answer, or null for a read of this server. */
    record Waiting(Progress from, long read, long zxid, long round) {}

    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private final boolean[] votes;
    private final long[] rounds;
    private long round;
    private boolean roundWanted;

    /** @param votes for each rank, whether the member counts in quorums */
    LeaderReads(boolean[] votes) {
        this.votes = votes;
        rounds = new long[votes.length];
    }

    /**
     * Adds a read.
     *
     * @param zxid the present read index, which is the last entry that the read must see
     */
    void add(Progress from, long read, long zxid) {
        if (waiting.size() >= WAITING_MAX) removeLast(from);
        waiting.add(new Waiting(from, read, zxid, wantRound()));
    }

    /** Drops the reads of a session that has ended. */
    void onGone(Progress from) {
        waiting.removeIf(read -> read.from() == from);
    }

    private void removeLast(Progress from) {
        Iterator<Waiting> newestFirst = waiting.descendingIterator();
        while (newestFirst.hasNext()) {
            if (newestFirst.next().from() != from) continue;
            newestFirst.remove();
            return;
        }
    }

    /** See {@link Core#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        to.queue("reads at the leader", waiting.size(), WAITING_MAX + votes.length);
    }

    /**
     * Requests a round that begins after this call.
     *
     * @return the number of the round; {@link #confirmed} reaches this number when a quorum has answered
     */
    long wantRound() {
        roundWanted = true;
        return round + 1;
    }

    /** @return whether a new round of pings has to be sent, because a read arrived after the last round began */
    boolean wantsRound() {
        return roundWanted;
    }

    /**
     * Begins a round.
     *
     * @return the number of the round
     */
    long beginRound() {
        roundWanted = false;
        return ++round;
    }

    /** The number of the last round. A heartbeat that begins no new round contains this number again. */
    long round() {
        return round;
    }

    /** Removes and returns the next confirmed read, or null. */
    Waiting poll(Progress[] followers, int self, int quorum) {
        if (waiting.isEmpty()) return null;
        return waiting.peek().round() <= confirmed(followers, self, quorum) ? waiting.poll() : null;
    }

    /** Returns the number of the last round that a quorum has answered. */
    long confirmed(Progress[] followers, int self, int quorum) {
        for (int r = 0; r < rounds.length; r++) {
            Progress p = followers[r];
            if (r == self) rounds[r] = round;
            else rounds[r] = p != null && p.upToDate && votes[r] ? p.round : 0;
        }
        Arrays.sort(rounds);
        return rounds[rounds.length - quorum];
    }
}
