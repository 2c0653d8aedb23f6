package io.abcast.ordering.log;

import io.abcast.kernel.Membership;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Counts the messages that this member has refused, by sender and reason, and reports the counts to the operator. The
 * member reports at most one line about each sender in {@link #LINE_NANOS}.
 *
 * <p>Thread rule: the thread rule of {@link io.abcast.kernel.Node} holds for {@code Refusals}.
 */
public final class Refusals {
    /** Minimum time in ns between two report lines about refused messages of one sender. */
    static final long LINE_NANOS = 10_000_000_000L;

    /** Reason why this member refuses a message. */
    public enum Reason {
        /** Reason of a refusal: the frame of the message belongs to another era (founding of an ensemble). */
        ERA("of another era"),
        /** Reason of a refusal: a signature in the message is missing or invalid. */
        SIGNATURE("with an invalid signature"),
        /** Reason of a refusal: the sender has sent a message with an invalid signature shortly before. */
        BACK_OFF("within the back-off after an invalid signature"),
        /**
         * Reason of a refusal: the sender has used up its share of this member's storage or of this member's answers.
         */
        BOUND("over the bound of one sender"),
        /** Reason of a refusal: the message is an answer, but this member has asked no question that fits. */
        UNASKED("without a question of this member"),
        /** Reason of a refusal: only another member, such as the leader, may send a message of this kind. */
        SENDER("that only another member may send"),
        /**
         * Reason of a refusal: the content of the message contradicts itself, or violates a rule that every honest
         * member follows.
         */
        CONTENT("with invalid content");

        private final String text;

        Reason(String text) {
            this.text = text;
        }
    }

    private final Membership members;
    private final Consumer<String> report;

    /**
     * Number of refused messages; the first index is the rank of the sender, the second index the reason of the
     * refusal.
     */
    private final long[][] counts;

    private final long[] unreported;

    private final long[] reportedNanos;

    /**
     * Creates the counters of refused messages.
     *
     * @param report receives the lines about refused messages for the operator's log
     */
    public Refusals(Membership members, Consumer<String> report) {
        this.members = members;
        this.report = report;
        counts = new long[members.size()][Reason.values().length];
        unreported = new long[members.size()];
        reportedNanos = new long[members.size()];
        Arrays.fill(reportedNanos, Long.MIN_VALUE / 2);
    }

    /**
     * Counts a refused message of member {@code from}.
     *
     * @param from server id of the sender, a member of the ensemble
     * @param kind kind of the refused message, for the report line
     */
    public void count(int from, String kind, Reason reason, long nowNanos) {
        int rank = members.rank(from);
        counts[rank][reason.ordinal()]++;
        unreported[rank]++;
        if (nowNanos - reportedNanos[rank] < LINE_NANOS) return;
        long refused = unreported[rank];
        unreported[rank] = 0;
        reportedNanos[rank] = nowNanos;
        report.accept(
                "refused "
                        + (refused == 1 ? "a message" : refused + " messages")
                        + " of member "
                        + from
                        + ", the last one: "
                        + kind
                        + " "
                        + reason.text);
    }

    /** Number of messages of member {@code from} that this member has refused for {@code reason}. */
    public long count(int from, Reason reason) {
        return counts[members.rank(from)][reason.ordinal()];
    }

    /** Number of refused messages of each sender with refused messages, by server id of the sender; unmodifiable. */
    public Map<Integer, Long> bySender() {
        TreeMap<Integer, Long> all = new TreeMap<>();
        for (int rank = 0; rank < counts.length; rank++) {
            long sum = 0;
            for (long count : counts[rank]) sum += count;
            if (sum > 0) all.put(members.id(rank), sum);
        }
        return Collections.unmodifiableSortedMap(all);
    }
}
