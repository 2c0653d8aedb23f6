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

    /** Maximum number of single keys in one question to the voters. */
    static final int KEYS_MAX = 256;

    /**
     * Gives a {@code ReadRounds} access to the member's present {@link Epaxos} and {@link Execution}, which the node
     * may replace by new objects while reads wait.
     */
    interface Asking {
        /** Asks the voters for the instances that write the keys, see {@link Epaxos#read}. */
        void ask(long number, Keys keys);

        /**
         * Stops asking the voters for the reads of the round (question) with this number, see {@link
         * Epaxos#forgetRead}.
         */
        void forgetRead(long number);

        /**
         * Requests a call of {@link #reached} when this member has executed the instances in {@code set}, see {@link
         * Execution#await}.
         */
        void await(Dependencies set, long ticket);
    }

    /** One question to the voters, with the reads that are answered when the round ends. */
    private static final class Round {
        private final Keys keys;

        /** Numbers of the reads that wait for the answer to this question, ascending. */
        private final List<Long> reads;

        /**
         * The instances that this member must execute before it answers the reads; {@code null} before n-f voters have
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

    /**
     * The rounds (questions to the voters) that are not answered, by number of the round. The number of a round is also
     * the ticket under which the execution knows the round.
     */
    private final TreeMap<Long, Round> rounds = new TreeMap<>();

    /**
     * Numbers of the reads that callers requested in the present batch of events and that belong to no question to the
     * voters yet; {@link #unaskedKeys} are their keys.
     */
    private List<Long> unasked = new ArrayList<>();

    private Keys unaskedKeys = Keys.NONE;
    private long numbers;

    /**
     * Creates an object without reads.
     *
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

    /** Asks the voters one question, a round, for the reads that callers requested in the present batch of events. */
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

    /**
     * Called when n-f voters have answered the round {@code number}: its reads now wait for the execution of the
     * instances that the voters named.
     */
    void onAnswered(long number, Dependencies writers) {
        Round round = rounds.get(number);
        if (round == null) return;
        round.writers = writers;
        asking.await(writers, number);
    }

    /**
     * Serves the reads of the round (question to the voters) {@code ticket}, because this member has executed all
     * instances for which the round waited. Also serves the reads of earlier rounds whose keys are all among the keys
     * of the round {@code ticket}.
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

    /**
     * Makes the reads that the voters have answered wait at the new {@link Execution}, which has replaced the previous
     * one.
     */
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

    /**
     * Reports the number of unanswered rounds (questions to the voters) to {@code to}, see {@link
     * io.abcast.ordering.log.LogNode#visitQueues}.
     */
    void visitQueues(QueueVisitor to) {
        to.queue("rounds of reads", rounds.size(), ROUNDS_MAX);
    }
}
