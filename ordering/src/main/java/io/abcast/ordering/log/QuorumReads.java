package io.abcast.ordering.log;

import io.abcast.kernel.Effects;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Linearizable reads without a leader: what was decided before a read began was accepted by a quorum, so enough members asked for
 * the highest slot in which they have accepted anything name one that is not below it. The read waits until that is applied here.
 *
 * <p>Source: Charapko, Ailijiang and Demirbas 2019, "Linearizable Quorum Reads in Paxos".
 */
final class QuorumReads {
    /** Rounds under way; with more, the oldest are answered together with the next. */
    private static final int ROUNDS_MAX = 64;

    private final class Round {
        final long[] slots = new long[ports.members().size()];
        int answers;
        long index = -1;
        long askedNanos;

        Round() {
            Arrays.fill(slots, -1);
        }
    }

    private final Ports ports;
    private final Consensus consensus;
    private final Effects effects;

    /** By the number of the last read of the round. */
    private final TreeMap<Long, Round> rounds = new TreeMap<>();

    private long newest = -1;
    private boolean unasked;

    /** Added to the numbers of reads on the wire, so that those of another life are not taken for ours. */
    private final long salt;

    QuorumReads(Ports ports, Consensus consensus, Effects effects) {
        salt = ports.random(Long.MAX_VALUE);
        this.ports = ports;
        this.consensus = consensus;
        this.effects = effects;
    }

    void onRead(long read) {
        newest = read;
        unasked = true;
    }

    int pending() {
        return rounds.size();
    }

    void onBatchEnd() {
        if (!unasked) return;
        unasked = false;
        rounds.put(newest, new Round());
        if (rounds.size() > ROUNDS_MAX) rounds.pollFirstEntry();
        ask(newest, rounds.get(newest));
    }

    void onTick() {
        for (Map.Entry<Long, Round> entry : rounds.entrySet()) {
            Round round = entry.getValue();
            if (ports.nowNanos() - round.askedNanos < ports.config().retryNanos()) continue;
            if (round.index < 0) ask(entry.getKey(), round);
            else {
                round.askedNanos = ports.nowNanos();
                ports.broadcast(new LogMessage.Reach(round.index));
            }
        }
    }

    private void ask(long read, Round round) {
        round.askedNanos = ports.nowNanos();
        ports.broadcast(new LogMessage.ReadAsk(read + salt));
    }

    void onAsk(int from, long read) {
        if (!ports.voter() || !ports.mayVote(ports.applied() + 1)) return;
        long slot = Math.max(ports.applied(), consensus.highestAccepted());
        // An ensemble that was founded anew is none before somebody has led it.
        if (slot == 0 && consensus.leader() == 0) return;
        ports.send(from, new LogMessage.ReadReply(read, slot));
    }

    void onReply(int from, LogMessage.ReadReply reply) {
        Round round = rounds.get(reply.read() - salt);
        int rank = ports.members().rank(from);
        if (round == null || round.index >= 0 || round.slots[rank] >= 0) return;
        round.slots[rank] = reply.slot();
        if (++round.answers < consensus.readQuorum()) return;
        long[] answers = Arrays.stream(round.slots).filter(slot -> slot >= 0).sorted().toArray();
        round.index = consensus.readIndex(answers);
        onApplied();
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
