package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import io.abcast.kernel.QueueVisitor;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * The linearizable reads of callers. All reads of one batch of events share a round, which is one read of {@link
 * EpaxosReads} for the keys of all these reads. When a round ends, it also answers earlier rounds whose keys are all
 * among its own keys.
 *
 * <p><b>Bounds:</b> {@link #ROUNDS_MAX} rounds; at this bound, the next round also answers the oldest round. {@link
 * #KEYS_MAX} keys in a round; beyond this bound, the round asks for all keys.
 */
final class ReadRounds {
    private static final int ROUNDS_MAX = 64;

    /** Maximum number of single keys in a question. */
    static final int KEYS_MAX = 256;

    /** Access to the agreement and to the execution. The objects behind this interface may be replaced. */
    interface Asking {
        /** See {@link Epaxos#read}. */
        void ask(long number, Keys keys);

        /** See {@link Epaxos#forgetRead}. */
        void forgetRead(long number);

        /** See {@link Execution#await}. */
        void await(Dependencies set, long ticket);
    }

    /** One round, with the reads that it answers. */
    private static final class Round {
        private final Keys keys;

        /** Numbers of the reads in this round, ascending. */
        private final List<Long> reads;

        /** The instances for which the round waits; {@code null} before the voters have answered. */
        private Dependencies writers;

        private Round(Keys keys, List<Long> reads) {
            this.keys = keys;
            this.reads = reads;
        }

        private boolean covers(Round other) {
            return keys.and(other.keys).equals(keys);
        }
    }

    private final Asking asking;
    private final LongConsumer through;
    private final LongConsumer only;

    /** The rounds by number. The number is also the ticket at the execution. */
    private final TreeMap<Long, Round> rounds = new TreeMap<>();

    /** The reads of this batch, and their keys. */
    private List<Long> unasked = new ArrayList<>();

    private Keys unaskedKeys = Keys.NONE;
    private long numbers;

    /**
     * @param first number of the first question. The number is random, so that answers to questions of an earlier run
     *     do not match.
     * @param through receives the number of a read up to which all reads may be served
     * @param only receives the number of a single read that may be served
     */
    ReadRounds(Asking asking, long first, LongConsumer through, LongConsumer only) {
        this.asking = asking;
        this.through = through;
        this.only = only;
        numbers = first;
    }

    void onRead(long read, Keys keys) {
        unasked.add(read);
        unaskedKeys = unaskedKeys.and(keys);
    }

    /** Begins a round for the reads of this batch. */
    void onBatchEnd() {
        if (unasked.isEmpty()) return;
        if (rounds.size() >= ROUNDS_MAX) {
            asking.forgetRead(rounds.firstKey());
            Round oldest = rounds.pollFirstEntry().getValue();
            unasked.addAll(0, oldest.reads);
            unaskedKeys = unaskedKeys.and(oldest.keys);
        }
        if (unaskedKeys.size() > KEYS_MAX) unaskedKeys = Keys.ALL_READ;
        Round round = new Round(unaskedKeys, unasked);
        unasked = new ArrayList<>();
        unaskedKeys = Keys.NONE;
        rounds.put(++numbers, round);
        asking.ask(numbers, round.keys);
    }

    /** See {@link EpaxosHost#readAfter}. */
    void onAnswered(long number, Dependencies writers) {
        Round round = rounds.get(number);
        if (round == null) return;
        round.writers = writers;
        asking.await(writers, number);
    }

    /**
     * Reports that all instances of a round are executed. The reads of the round, and of earlier rounds with the same
     * keys, may be served.
     */
    void reached(long ticket) {
        Round reached = rounds.get(ticket);
        if (reached == null) return;
        List<Long> ready = new ArrayList<>();
        for (long number : rounds.headMap(ticket, true).keySet().toArray(new Long[0])) {
            if (!reached.covers(rounds.get(number))) continue;
            asking.forgetRead(number);
            ready.addAll(rounds.remove(number).reads);
        }
        if (reached.keys.readsAll()) through.accept(ready.get(ready.size() - 1));
        else for (long read : ready) only.accept(read);
    }

    /** Registers all waits again, because a new execution has replaced the previous one. */
    void renewWaits() {
        for (long number : rounds.keySet().toArray(new Long[0])) {
            Round round = rounds.get(number);
            if (round != null && round.writers != null) asking.await(round.writers, number);
        }
    }

    /** Asks again, because answers of members of another ensemble do not count. */
    void renew() {
        rounds.forEach(
                (number, round) -> {
                    round.writers = null;
                    asking.ask(number, round.keys);
                });
    }

    int pending() {
        return rounds.size();
    }

    /** See {@link io.abcast.ordering.log.LogNode#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        to.queue("rounds of reads", rounds.size(), ROUNDS_MAX);
    }
}
