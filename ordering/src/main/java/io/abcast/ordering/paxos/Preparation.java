package io.abcast.ordering.paxos;

import io.abcast.ordering.log.Ports;
import io.abcast.ordering.paxos.PaxosMessage.Ack;
import io.abcast.ordering.paxos.PaxosMessage.Prepare;
import java.util.ArrayList;
import java.util.List;

/** The preparation phase of a ballot, for all slots from one on: who has promised, and what they have accepted there before. */
final class Preparation {
    private final Ports ports;
    private long ballot;
    private long from;

    /** By rank; {@code null}: no promise yet. */
    private Ack[] acks;

    private int count;
    private long sentNanos;

    /** Whether the first Prepare has left. */
    private boolean left;

    Preparation(Ports ports) {
        this.ports = ports;
        acks = new Ack[ports.members().size()];
    }

    /** Prepare leaves once the present state, which contains the new ballot, is durable. */
    void begin(long newBallot) {
        ballot = newBallot;
        from = ports.applied() + 1;
        acks = new Ack[ports.members().size()];
        count = 0;
        left = false;
        sentNanos = ports.nowNanos();
        ports.broadcastDurably(prepare());
    }

    private Prepare prepare() {
        return new Prepare(ballot, from, Long.MAX_VALUE);
    }

    void left() {
        left = true;
    }

    boolean hasLeft() {
        return left;
    }

    void onTick() {
        if (!left || ports.nowNanos() - sentNanos <= ports.config().retryNanos()) return;
        sentNanos = ports.nowNanos();
        for (int r = 0; r < acks.length; r++)
            if (acks[r] == null) ports.send(ports.members().id(r), prepare());
    }

    /** @return how many have promised now; 0 if this promise is not new or not for this ballot */
    int add(int rank, Ack ack) {
        if (ack.ballot() != ballot || ack.from() != from || acks[rank] != null) return 0;
        acks[rank] = ack;
        return ++count;
    }

    /** How many have promised. */
    int count() {
        return count;
    }

    /** The first slot of which nobody who has promised knows the decision; who knows more is asked for it. */
    long firstOpen() {
        long first = from;
        for (int r = 0; r < acks.length; r++) {
            if (acks[r] == null) continue;
            if (acks[r].applied() >= first) first = acks[r].applied() + 1;
            ports.behind(acks[r].applied(), ports.members().id(r));
        }
        return first;
    }

    /** The last slot in which anybody who has promised has accepted anything; 0: none. */
    long highest() {
        long highest = 0;
        for (Ack ack : acks)
            if (ack != null) for (Vote vote : ack.votes()) highest = Math.max(highest, vote.slot());
        return highest;
    }

    /** What they have accepted in that slot. */
    List<Vote> votes(long slot) {
        List<Vote> votes = new ArrayList<>();
        for (Ack ack : acks)
            if (ack != null) for (Vote vote : ack.votes()) if (vote.slot() == slot) votes.add(vote);
        return votes;
    }
}
