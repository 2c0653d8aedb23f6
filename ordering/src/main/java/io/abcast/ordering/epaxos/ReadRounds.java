package io.abcast.ordering.epaxos;

import io.abcast.kernel.Keys;
import io.abcast.kernel.QueueVisitor;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * The linearizable reads that callers have requested at this member. All reads of one batch of events share a
 * <em>round</em>: one question to the voters for the keys of all these reads. When the voters have answered a round,
 * the reads of earlier rounds that asked for no other keys are answered too.
 *
 * <p><b>Bounds:</b> at most {@link #ROUNDS_MAX} rounds (questions to the voters) wait; beyond this number, the oldest
 * round's reads move into the new round. A round (question to the voters) that would ask for more than {@link
 * #KEYS_MAX} keys asks for all keys instead.
 */
final class ReadRounds {
    private static final int ROUNDS_MAX = 64;

    static final int KEYS_MAX = 256;

    /**
     * Gives access to the present {@link Epaxos} and {@link Execution}, which the node may replace while reads wait.
     */
    interface Asking {
        void ask(long number, Keys keys);

        void forgetRead(long number);

        void await(Dependencies set, long ticket);
    }

    private static final class Round {
        private final Keys keys;

        private final List<Long> reads;

        /**
         * Instances that this member must execute before it answers the reads; {@code null} before n-f voters have
         * answered.
         */
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

    private final TreeMap<Long, Round> rounds = new TreeMap<>();

    private List<Long> unasked = new ArrayList<>();

    private Keys unaskedKeys = Keys.NONE;
    private long numbers;

    /**
     * @param first number before that of the first question to the voters; random, so that answers to questions from
     *     before a restart do not match.
     * @param through called with the number of a read when this read and all earlier reads may be served.
     * @param only called with the number of a single read that may be served
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

    void onAnswered(long number, Dependencies writers) {
        Round round = rounds.get(number);
        if (round == null) return;
        round.writers = writers;
        asking.await(writers, number);
    }

    /** Also serves the reads of earlier rounds whose keys are all among the keys of the round {@code ticket}. */
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

    void renewWaits() {
        for (long number : rounds.keySet().toArray(new Long[0])) {
            Round round = rounds.get(number);
            if (round != null && round.writers != null) asking.await(round.writers, number);
        }
    }

    /**
     * Asks the voters again for all waiting reads, because this member has entered another ensemble and earlier answers
     * do not count.
     */
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

    void visitQueues(QueueVisitor to) {
        to.queue("rounds of reads", rounds.size(), ROUNDS_MAX);
    }
}
