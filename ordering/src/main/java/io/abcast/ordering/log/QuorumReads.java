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
 * Answers linearizable reads without a leader. A reading member asks a quorum for the highest slots in which its
 * members have accepted a value. From the answers, the reading member computes the read index: a slot at or above every
 * slot that was decided before the read began. The member answers the read when it has applied all slots up to the read
 * index.
 *
 * <p>If no leader proposed a value in a slot up to the read index, the read would wait forever. Therefore the reading
 * member asks the leader to have the slots up to its read index decided ({@link Reach}). If members may lie, the leader
 * does not trust the slot that the reading member names. The leader asks a quorum itself, one round at a time, and has
 * the slots up to its own read index decided.
 */
final class QuorumReads {
    /**
     * Maximum number of rounds of questions to all members in flight; at this bound, the reads of the oldest round are
     * answered together with the next round.
     */
    private static final int ROUNDS_MAX = 64;

    private static final int ANSWERS_MAX = 1_024;

    private final class Round {
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

        /**
         * Records a member's first answer in this round of questions; returns true if this answer completes the round.
         */
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

    /**
     * The rounds of questions that wait for a read index or for slots, by the number of the last read that the round
     * answers.
     */
    private final TreeMap<Long, Round> rounds = new TreeMap<>();

    private long newest = -1;
    private boolean unasked;
    private long repeatedNanos;

    /**
     * Random number added to the numbers of reads in messages, so that answers from before a restart match no read
     * after it.
     */
    private final long salt;

    /**
     * The round of questions by which this member, as leader, checks the slot that a {@link Reach} of another member
     * names; {@code null} if it checks none at present.
     */
    private Round confirming;

    private long confirmations;

    /**
     * @param installing returns whether a snapshot is being installed; no read is ready during an installation
     */
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

    void renew() {
        confirming = null;
        rounds.replaceAll((read, round) -> new Round(round.number));
    }

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
     * Repeats only the newest round without a read index and the newest round whose read index is not applied, because
     * each also answers all earlier reads. Repeating every round of questions could overload the network.
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

    /**
     * As leader, has the slots up to {@code m.slot()} decided, for a read of another member; if members may lie, the
     * slots up to the leader's own read index.
     */
    void onReach(int from, Reach m) {
        if (consensus.witnesses() == 1) {
            consensus.reach(m.slot());
        } else if (consensus.leads() && m.slot() > ports.applied()) {
            if (confirming != null) return;
            // The number of a round for a Reach is below salt, and the number of a round for reads
            // is at or above salt, so the numbers are never equal.
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
