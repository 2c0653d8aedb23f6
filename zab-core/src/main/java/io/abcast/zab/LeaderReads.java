package io.abcast.zab;

import io.abcast.kernel.QueueVisitor;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;

/**
 * Linearizable reads at the leader: each waits until a quorum, the leader included, has answered a round of pings that
 * began after the read had come. Then no other leader can have committed anything before the read began.
 *
 * <p><b>Bound:</b> {@link #WAITING_MAX} reads, and one of each member beyond it: there a further read takes the place of the last one from the same member,
 * because one answer covers all reads before it.
 */
final class LeaderReads {
    static final int WAITING_MAX = 4_096;

    /** Whom to answer: a follower's session, or this server itself where {@code from} is null. */
    record Waiting(Progress from, long read, long zxid, long round) {}

    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private final boolean[] votes;
    private final long[] rounds;
    private long round;
    private boolean roundWanted;

    /**
     * @param votes by rank: whether the member counts
     */
    LeaderReads(boolean[] votes) {
        this.votes = votes;
        rounds = new long[votes.length];
    }

    /** @param zxid the commit point now, which the read must see */
    void add(Progress from, long read, long zxid) {
        if (waiting.size() >= WAITING_MAX) removeLast(from);
        waiting.add(new Waiting(from, read, zxid, wantRound()));
    }

    /** The session is over: its reads are not answered. */
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

    /** Asks for a round that begins after now. @return its number; {@link #confirmed} reaches it when a quorum has answered */
    long wantRound() {
        roundWanted = true;
        return round + 1;
    }

    /** @return whether a new round of pings has to be sent for reads that no round covers yet */
    boolean wantsRound() {
        return roundWanted;
    }

    /** Begins a round. @return its number */
    long beginRound() {
        roundWanted = false;
        return ++round;
    }

    /** The round that a mere sign of life repeats. */
    long round() {
        return round;
    }

    /** The next read that is confirmed, or null. */
    Waiting poll(Progress[] followers, int self, int quorum) {
        if (waiting.isEmpty()) return null;
        return waiting.peek().round() <= confirmed(followers, self, quorum) ? waiting.poll() : null;
    }

    /** The last round that a quorum has answered. */
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
