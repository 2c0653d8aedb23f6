package io.abcast.ordering.log;

import io.abcast.kernel.Effects;
import io.abcast.kernel.QueueVisitor;
import io.abcast.ordering.log.LogMessage.Reach;
import io.abcast.ordering.log.LogMessage.ReadAsk;
import io.abcast.ordering.log.LogMessage.ReadReply;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * Linearizable reads without a leader. For every value that was decided before a read began, a quorum has accepted the
 * value. The read asks enough members for the highest slot in which they have accepted a value. The read index that is
 * computed from the answers is at least as high as the slot of every value decided before. The read waits until this
 * member has applied the slots up to its index.
 *
 * <p>If no leader proposes a value in a slot, a read would wait for that slot forever. So the reading member asks the
 * leader to have the slot decided ({@link Reach}). If members may lie, the leader does not trust the reading member:
 * the leader asks a quorum itself, one round at a time, and has the slots up to the resulting index decided.
 */
final class QuorumReads {
    /**
     * Maximum number of rounds in flight. At the bound, the reads of the oldest round are merged into the next round.
     */
    private static final int ROUNDS_MAX = 64;

    /**
     * Maximum number of answers to one sender within one retry interval. An honest reading member starts one round per
     * batch of events.
     */
    private static final int ANSWERS_MAX = 1_024;

    private final class Round {
        /** Number of the round on the wire. */
        final long number;

        final long[] slots = new long[ports.members().size()];
        int answers;
        long index = -1;
        long askedNanos;

        Round(long number) {
            this.number = number;
            Arrays.fill(slots, -1);
        }

        void ask() {
            askedNanos = ports.nowNanos();
            ports.broadcast(new ReadAsk(number));
        }

        /** Records an answer; each member counts once. Returns whether this answer has made the read index known. */
        boolean answer(int rank, long slot) {
            if (index >= 0 || slots[rank] >= 0 || slot < 0) return false;
            slots[rank] = slot;
            if (++answers < consensus.readQuorum()) return false;
            index =
                    consensus.readIndex(
                            Arrays.stream(slots).filter(s -> s >= 0).sorted().toArray());
            return true;
        }

        boolean isDue() {
            return ports.nowNanos() - askedNanos >= ports.config().retryNanos();
        }
    }

    private final Ports ports;
    private final Consensus consensus;
    private final Effects effects;
    private final BooleanSupplier installing;
    private final Allowance allowance;

    /** The rounds in flight, by the number of the last read of the round. */
    private final TreeMap<Long, Round> rounds = new TreeMap<>();

    private long newest = -1;
    private boolean unasked;
    private long repeatedNanos;

    /**
     * Random number that is added to the numbers of reads in messages. With it, answers to an earlier run of this
     * member do not match.
     */
    private final long salt;

    /** The leader's own round before it fills slots; {@code null} if there is no such round. */
    private Round confirming;

    private long confirmations;

    /** @param installing whether a snapshot is being installed; during an installation no read is ready */
    QuorumReads(Ports ports, Consensus consensus, Effects effects, BooleanSupplier installing) {
        this.installing = installing;
        salt = ports.random(Long.MAX_VALUE);
        this.ports = ports;
        this.consensus = consensus;
        this.effects = effects;
        allowance = new Allowance(ports, ANSWERS_MAX);
    }

    void onRead(long read) {
        newest = read;
        unasked = true;
    }

    /** Restarts all rounds, because answers of members of another ensemble do not count. */
    void renew() {
        confirming = null;
        rounds.replaceAll((read, round) -> new Round(round.number));
    }

    /** See {@link LogNode#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        to.queue("rounds of reads", rounds.size(), ROUNDS_MAX);
    }

    int pending() {
        return rounds.size();
    }

    void onBatchEnd() {
        if (!unasked) return;
        unasked = false;
        Round round = new Round(newest + salt);
        rounds.put(newest, round);
        if (rounds.size() > ROUNDS_MAX) rounds.pollFirstEntry();
        round.ask();
    }

    /**
     * Repeats two rounds: the newest round without an index, and the newest round that waits for a slot. When one of
     * them ends, the reads of all earlier rounds can be answered too. If every round were repeated, the messages could
     * overload the network while no slot is decided.
     */
    private void repeat() {
        if (ports.nowNanos() - repeatedNanos < ports.config().retryNanos()) return;
        Round asks = null;
        Round waits = null;
        for (Round round : rounds.values()) {
            if (!round.isDue()) continue;
            if (round.index < 0) asks = round;
            else waits = round;
        }
        if (asks == null && waits == null) return;
        repeatedNanos = ports.nowNanos();
        if (asks != null) asks.ask();
        if (waits != null) ports.broadcast(new Reach(waits.index));
    }

    void onTick() {
        repeat();
        if (confirming == null || !confirming.isDue()) return;
        if (consensus.leads()) confirming.ask();
        else confirming = null;
    }

    /** Handles the request of a member to decide the slots that its read waits for. */
    void onReach(int from, Reach m) {
        if (consensus.witnesses() == 1) {
            consensus.reach(m.slot());
        } else if (consensus.leads() && m.slot() > ports.applied()) {
            if (confirming != null) return;
            // Numbers of reads are not negative, so the number of this round differs from the
            // numbers of all reads.
            confirming = new Round(salt - ++confirmations);
            confirming.ask();
        }
    }

    void onAsk(int from, ReadAsk m) {
        if (!ports.voter() || !ports.mayVote(ports.applied() + 1) || !consensus.answersReads())
            return;
        long slot = Math.max(ports.applied(), consensus.highestAccepted());
        // In a newly founded ensemble without slots, a member answers no reads until the ensemble
        // has had a leader.
        if (slot == 0 && consensus.leader() == 0) return;
        if (allowance.take(from)) ports.send(from, new ReadReply(m.read(), slot));
        else ports.refuse(from, m, Refusals.Reason.BOUND);
    }

    void onReply(int from, ReadReply reply) {
        int rank = ports.members().rank(from);
        if (confirming != null && reply.read() == confirming.number) {
            if (!confirming.answer(rank, reply.slot())) return;
            long index = confirming.index;
            confirming = null;
            consensus.reach(index);
            return;
        }
        Round round = rounds.get(reply.read() - salt);
        if (round != null && round.answer(rank, reply.slot())) onApplied();
    }

    /** Reports the reads that are ready. Called when a slot has taken effect, and after a snapshot was installed or rejected. */
    void onApplied() {
        if (installing.getAsBoolean()) return;
        long ready = -1;
        for (Map.Entry<Long, Round> entry : rounds.entrySet()) {
            Round round = entry.getValue();
            if (round.index >= 0 && round.index <= ports.applied()) ready = entry.getKey();
        }
        if (ready < 0) return;
        rounds.headMap(ready, true).clear();
        effects.readReady(ready);
    }
}
