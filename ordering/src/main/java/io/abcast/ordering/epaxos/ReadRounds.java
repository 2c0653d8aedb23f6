package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import io.abcast.kernel.QueueVisitor;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * The linearizable reads that callers have asked for at this member. All reads of one batch of events share a round,
 * which is one read of {@link EpaxosReads} for the keys of all these reads. When a round of reads ends, it also answers
 * earlier rounds whose keys are all among its own keys.
 *
 * <p><b>Bounds:</b> at most {@link #ROUNDS_MAX} rounds of reads wait; if as many rounds wait, the next round also
 * answers the oldest round. A round has at most {@link #KEYS_MAX} single keys; a round with more keys asks for all
 * keys.
 */
final class ReadRounds {
    private static final int ROUNDS_MAX = 64;

    /** Maximum number of individual keys in the question that a round sends to the voters. */
    static final int KEYS_MAX = 256;

    /**
     * Access of the read rounds to the agreement and to the execution. The agreement and the execution of a member may
     * be replaced by new objects while reads wait.
     */
    interface Asking {
        /** Begins a read of the agreement, see {@link Epaxos#read}. */
        void ask(long number, Keys keys);

        /** Ends a read of the agreement, see {@link Epaxos#forgetRead}. */
        void forgetRead(long number);

        /** Waits until a set of instances is executed, see {@link Execution#await}. */
        void await(Dependencies set, long ticket);
    }

    /** A round of reads, with the numbers of the reads that the round answers. */
    private static final class Round {
        private final Keys keys;

        /** Numbers of the reads in this round, ascending. */
        private final List<Long> reads;

        /** The instances whose execution the round waits for; {@code null} before the voters have answered. */
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

    /**
     * The rounds of reads, by number of the round. The execution uses the number of a round as the ticket of its wait.
     */
    private final TreeMap<Long, Round> rounds = new TreeMap<>();

    /**
     * The reads of the present batch of events that no round has asked for yet; the field {@code unaskedKeys} holds
     * their keys.
     */
    private List<Long> unasked = new ArrayList<>();

    private Keys unaskedKeys = Keys.NONE;
    private long numbers;

    /**
     * Creates an object without rounds of reads.
     *
     * @param first number of the first question to the voters. The first question's number is random, so that answers
     *     to questions of an earlier run do not match
     * @param through receives the number of a read; this read and all earlier reads may now be served
     * @param only receives the number of a single read that may now be served
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

    /** Begins a round for the reads of the present batch of events. */
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

    /** Makes a round wait for the instances that the voters have named, see {@link EpaxosHost#readAfter}. */
    void onAnswered(long number, Dependencies writers) {
        Round round = rounds.get(number);
        if (round == null) return;
        round.writers = writers;
        asking.await(writers, number);
    }

    /**
     * Reports that all instances for which a round of reads waits are executed. The reads of the round with number
     * {@code ticket} may now be served. The reads of earlier rounds may also be served, if their keys are all among the
     * keys of round {@code ticket}.
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

    /** Registers the waits of all rounds again, because a new execution has replaced the previous one. */
    void renewWaits() {
        for (long number : rounds.keySet().toArray(new Long[0])) {
            Round round = rounds.get(number);
            if (round != null && round.writers != null) asking.await(round.writers, number);
        }
    }

    /** Asks the voters again for all rounds, because answers of members of another ensemble do not count. */
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

    /** Visits the queue of read rounds, see {@link io.abcast.ordering.log.LogNode#visitQueues}. */
    void visitQueues(QueueVisitor to) {
        to.queue("rounds of reads", rounds.size(), ROUNDS_MAX);
    }
}
