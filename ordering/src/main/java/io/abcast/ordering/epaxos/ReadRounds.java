package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import io.abcast.kernel.QueueVisitor;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * The linearizable reads of callers. All reads of one batch of events share a round, which asks as one read of
 * {@link EpaxosReads}. A later round answers all earlier reads.
 *
 * <p><b>Bound:</b> {@link #ROUNDS_MAX} rounds; beyond it, the reads of the oldest round are answered with the next one.
 */
final class ReadRounds {
    private static final int ROUNDS_MAX = 64;

    /** Access to the agreement and to the execution, which others may replace. */
    interface Asking {
        /** See {@link Epaxos#read}. */
        void ask(long number, Keys keys);

        /** See {@link Epaxos#forgetRead}. */
        void forgetRead(long number);

        /** See {@link Execution#await}. */
        void await(Dependencies set, long ticket);
    }

    /** One question. */
    private static final class Round {
        /** Number of the question, and ticket at the execution. */
        private final long number;

        /** The instances to wait for; {@code null} before the answers. */
        private Dependencies writers;

        private Round(long number) {
            this.number = number;
        }
    }

    private final Asking asking;
    private final LongConsumer ready;

    /** By the last read of the round. */
    private final TreeMap<Long, Round> rounds = new TreeMap<>();

    private long newest = -1;
    private boolean unasked;
    private long numbers;

    /**
     * @param first number of the first question; random, so that answers to an earlier run do not match
     * @param ready receives the number of a read up to which all reads may be served
     */
    ReadRounds(Asking asking, long first, LongConsumer ready) {
        this.asking = asking;
        this.ready = ready;
        numbers = first;
    }

    void onRead(long read) {
        newest = read;
        unasked = true;
    }

    /** Begins a round for the reads of this batch. */
    void onBatchEnd() {
        if (!unasked) return;
        unasked = false;
        if (rounds.size() >= ROUNDS_MAX)
            asking.forgetRead(rounds.pollFirstEntry().getValue().number);
        Round round = new Round(++numbers);
        rounds.put(newest, round);
        asking.ask(round.number, Keys.ALL_READ);
    }

    /** See {@link EpaxosHost#readAfter}. */
    void onAnswered(long number, Dependencies writers) {
        for (Round round : rounds.values()) {
            if (round.number != number) continue;
            round.writers = writers;
            asking.await(writers, number);
            return;
        }
    }

    /** Everything in the set of a round is executed: its reads, and all earlier ones, may be served. */
    void reached(long ticket) {
        long read = -1;
        for (Map.Entry<Long, Round> entry : rounds.entrySet())
            if (entry.getValue().number == ticket) read = entry.getKey();
        if (read < 0) return;
        Map<Long, Round> served = rounds.headMap(read, true);
        for (Round each : served.values()) asking.forgetRead(each.number);
        served.clear();
        ready.accept(read);
    }

    /** Waits again, because another execution has taken the place of the one before. */
    void renewWaits() {
        for (Round round : rounds.values().toArray(new Round[0]))
            if (round.writers != null) asking.await(round.writers, round.number);
    }

    /** Asks again, because answers of members of another ensemble do not count. */
    void renew() {
        for (Round round : rounds.values()) {
            round.writers = null;
            asking.ask(round.number, Keys.ALL_READ);
        }
    }

    int pending() {
        return rounds.size();
    }

    /** See {@link io.abcast.ordering.log.LogNode#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        to.queue("rounds of reads", rounds.size(), ROUNDS_MAX);
    }
}
