package io.abcast.zab;

import io.abcast.kernel.QueueVisitor;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;

/**
 * The linearizable reads that wait at the leader. After a read has arrived, the leader sends a round of pings to the
 * followers. A linearizable read waits until a quorum, including the leader, has answered the round of pings that began
 * after the read's arrival. The answers prove that, when the read arrived, no newer leader had committed an entry.
 *
 * <p><b>Bound:</b> at most {@link #WAITING_MAX} reads wait, plus one read for each member. At the bound, a new read
 * replaces the last waiting read of the same member. One answer covers all earlier reads of a member.
 */
final class LeaderReads {
    static final int WAITING_MAX = 4_096;

    /**
     * A linearizable read that waits until a quorum has answered a round of pings. {@code from} is the session of the
     * follower that asked for the read, or null for a read of this server.
     */
    record Waiting(Progress from, long read, long zxid, long round) {}

    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private final boolean[] votes;
    private final long[] rounds;
    private long round;
    private boolean roundWanted;

    /** @param votes for each rank, whether the member with this rank counts in quorums */
    LeaderReads(boolean[] votes) {
        this.votes = votes;
        rounds = new long[votes.length];
    }

    /**
     * Adds a read that was submitted at this server or received from a follower.
     *
     * @param zxid the present read index, which is the zxid of the last entry that the read must reflect
     */
    void add(Progress from, long read, long zxid) {
        if (waiting.size() >= WAITING_MAX) removeLast(from);
        waiting.add(new Waiting(from, read, zxid, wantRound()));
    }

    /** Drops the waiting reads of a follower whose session has ended. */
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

    /** Reports the number of waiting reads to {@code to}; see {@link Core#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        to.queue("reads at the leader", waiting.size(), WAITING_MAX + votes.length);
    }

    /**
     * Requests a new ping round, by which followers confirm that this leader still leads.
     *
     * @return the number of the requested round of pings; {@link #confirmed} reaches this number when a quorum has
     *     answered the round
     */
    long wantRound() {
        roundWanted = true;
        return round + 1;
    }

    /**
     * @return whether the leader has to send a new round of pings, because a read arrived after the last round began
     */
    boolean wantsRound() {
        return roundWanted;
    }

    /**
     * Assigns the number of a new ping round; the caller sends the pings.
     *
     * @return the number of the round of pings that begins
     */
    long beginRound() {
        roundWanted = false;
        return ++round;
    }

    /**
     * Returns the number of the last round of pings that the leader has begun. Heartbeats between two rounds repeat the
     * number of the last round.
     */
    long round() {
        return round;
    }

    /**
     * Removes and returns the next read whose round of pings a quorum has answered; null if no waiting read is
     * confirmed.
     */
    Waiting poll(Progress[] followers, int self, int quorum) {
        if (waiting.isEmpty()) return null;
        return waiting.peek().round() <= confirmed(followers, self, quorum) ? waiting.poll() : null;
    }

    /** Returns the number of the last round of pings that a quorum has answered. */
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
