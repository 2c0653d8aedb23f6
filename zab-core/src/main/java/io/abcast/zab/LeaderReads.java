package io.abcast.zab;

import io.abcast.kernel.QueueVisitor;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;

/**
 * The linearizable reads that wait at the leader. A read waits until a quorum, including the leader, has answered a
 * round of pings that began after the read's arrival. The answers prove that, when the read arrived, no newer leader
 * had committed an entry.
 *
 * <p><b>Bound:</b> at most {@link #WAITING_MAX} reads wait, plus one read for each member. At the bound, a new read
 * replaces the last waiting read of the same member, because one answer covers all earlier reads of a member.
 */
final class LeaderReads {
    static final int WAITING_MAX = 4_096;

    /**
     * A linearizable read that waits for a round of pings; {@code from} is the session of the asking follower, or null
     * for a read of this server.
     */
    record Waiting(Progress from, long read, long zxid, long round) {}

    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private final boolean[] votes;
    private final long[] rounds;
    private long round;
    private boolean roundWanted;

    LeaderReads(boolean[] votes) {
        this.votes = votes;
        rounds = new long[votes.length];
    }

    /**
     * @param zxid the read index, the zxid of the last entry that the read must reflect
     */
    void add(Progress from, long read, long zxid) {
        if (waiting.size() >= WAITING_MAX) removeLast(from);
        waiting.add(new Waiting(from, read, zxid, wantRound()));
    }

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

    void visitQueues(QueueVisitor to) {
        to.queue("reads at the leader", waiting.size(), WAITING_MAX + votes.length);
    }

    /**
     * Requests a new ping round, by which followers confirm that this leader still leads; returns its number, which
     * {@link #confirmed} reaches later.
     */
    long wantRound() {
        roundWanted = true;
        return round + 1;
    }

    boolean wantsRound() {
        return roundWanted;
    }

    long beginRound() {
        roundWanted = false;
        return ++round;
    }

    long round() {
        return round;
    }

    Waiting poll(Progress[] followers, int self, int quorum) {
        if (waiting.isEmpty()) return null;
        return waiting.peek().round() <= confirmed(followers, self, quorum) ? waiting.poll() : null;
    }

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
