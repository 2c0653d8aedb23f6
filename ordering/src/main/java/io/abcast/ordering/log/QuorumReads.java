package io.abcast.ordering.log;

import io.abcast.kernel.Effects;
import io.abcast.kernel.QueueVisitor;
import io.abcast.ordering.log.LogMessage.Reach;
import io.abcast.ordering.log.LogMessage.ReadAsk;
import io.abcast.ordering.log.LogMessage.ReadReply;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Linearizable reads without a leader: what was decided before a read began was accepted by a quorum, so enough members asked for
 * the highest slot in which they have accepted anything name one that is not below it. The read waits until that is applied here.
 *
 * <p>A read waits for ever for a slot that no leader fills, so its member asks the leader to fill it ({@link Reach}). Where members may
 * lie, the leader does not take the asker's word: it asks a quorum itself, in one round at a time, and fills up to the index of that.
 *
 * <p>Source: Charapko, Ailijiang and Demirbas 2019, "Linearizable Quorum Reads in Paxos".
 */
final class QuorumReads {
    /** Rounds in flight; with more, the oldest are answered together with the next. */
    private static final int ROUNDS_MAX = 64;

    /** Answers to one sender within one retry interval. A reader starts one round per batch of events. */
    private static final int ANSWERS_MAX = 1_024;

    private final class Round {
        /** On the wire. */
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

        /** One answer of a member counts. @return whether the index is known since this one */
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
    private final Allowance allowance;

    /** By the number of the last read of the round. */
    private final TreeMap<Long, Round> rounds = new TreeMap<>();

    private long newest = -1;
    private boolean unasked;
    private long repeatedNanos;

    /** Added to the numbers of reads on the wire, so that those of another life are not taken for ours. */
    private final long salt;

    /** The leader's own round before it fills slots; {@code null} if there is none. */
    private Round confirming;

    private long confirmations;

    QuorumReads(Ports ports, Consensus consensus, Effects effects) {
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

    /** Answers of members of another ensemble do not count any more: every read asks again. */
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
     * Repeats the newest round without an answer, and the newest one that waits for a slot: either stands for the rounds before it. If every
     * round were repeated, the questions alone could fill a network on which nothing is decided for a while.
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

    /** A read of that member waits for a slot to be decided. */
    void onReach(int from, Reach m) {
        if (consensus.witnesses() == 1) {
            consensus.reach(m.slot());
        } else if (consensus.leads() && m.slot() > ports.applied()) {
            if (confirming != null) return;
            // Numbers of reads are not negative.
            confirming = new Round(salt - ++confirmations);
            confirming.ask();
        }
    }

    void onAsk(int from, ReadAsk m) {
        if (!ports.voter() || !ports.mayVote(ports.applied() + 1) || !consensus.answersReads())
            return;
        long slot = Math.max(ports.applied(), consensus.highestAccepted());
        // An ensemble that was founded anew is none before somebody has led it.
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

    void onApplied() {
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
